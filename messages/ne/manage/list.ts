/** Words of the tab “Manage Content”: its views, the list of materials with its filters, and the file of the list. */
import type { MaterialKind } from '#domain/material.ts';
import { counted, digits, number } from '../format.ts';
import { shelfNames } from '../kinds.ts';

export const kindToManage = 'व्यवस्थापन गर्ने सामग्रीको प्रकार';

/** The list of a kind; null is for all kinds. */
export const listName = (kind: MaterialKind | null) => (kind ? shelfNames[kind] : 'सबै सामग्री');
export const searchLabel = (kind: MaterialKind | null) => `${listName(kind)} शीर्षक, विषय, सङ्काय वा सालबाट खोज्नुहोस्`;
export const searchHint = 'शीर्षक, विषय, सङ्काय, साल…';

/** Lists that are shown instead of the materials. */
export const views = { changes: 'हालका परिवर्तन', hidden: 'लुकाइएका', trash: 'ट्र्यास' };
export const changesHint = (days: number) =>
  `धेरै सामग्रीमा एकै पटक गरिएका परिवर्तन र इम्पोर्टका प्रकाशन पुस्तकालय चलिरहँदा ${counted(days, 'दिन')}सम्म अन्डू गर्न सकिन्छ।`;
export const hiddenHint = 'यी सामग्री र तिनका फाइल प्रशासकले मात्र देख्छन्।';
export const trashHint = (days: number) => `मेटाइएका सामग्री ${counted(days, 'दिन')} राखिन्छन्, त्यसपछि सधैँका लागि मेटाइन्छन्।`;

const none: Record<MaterialKind | 'any', string> = {
  paper: 'कुनै प्रश्नपत्र',
  note: 'कुनै नोट',
  revision: 'कुनै रिभिजन सामग्री',
  book: 'कुनै पुस्तक',
  any: 'कुनै सामग्री',
};
export const noneMatchTyped = (kind: MaterialKind | null, typed: string) =>
  `“${typed}” सँग मिल्ने ${none[kind ?? 'any']} भेटिएन।`;
export const noneMatchFilters = (kind: MaterialKind | null) => `यी फिल्टरसँग मिल्ने ${none[kind ?? 'any']} भेटिएन।`;
export const noneYet = (kind: MaterialKind | null) => `पुस्तकालयमा अहिलेसम्म ${none[kind ?? 'any']} छैन।`;
/** Followed by numbers of materials of other kinds. */
export const alsoFound = 'यी पनि भेटिए';

/** Only the materials of one place are listed. */
export const only = <Piece>(place: Piece) => [place, ' मात्र'] as const;
export const yearsExcept = (from: number, to: number) => `${digits(from)} देखि ${digits(to)} बाहेक`;

/** Only the materials of one import are listed. */
export const fromImport = <Piece>(name: Piece) => [name, ' को इम्पोर्टबाट'] as const;
export const fromUnknownImport = 'सामग्री अब पुस्तकालयमा नभएको इम्पोर्टबाट';
export const undoImport = 'अन्डू गर्नुहोस्…';
export const publishedFrom = (count: number, name: string) =>
  `${name} को इम्पोर्टबाट ${counted(count, 'वटा सामग्री')} प्रकाशित गरियो`;

export const filterAndSort = (filters: number) => (filters === 0 ? 'फिल्टर र क्रम' : `फिल्टर र क्रम (${number(filters)})`);
export const filterAndSortList = 'सूचीको फिल्टर र क्रम';
export const anyFaculty = 'सबै सङ्काय';
export const anySemester = 'सबै सेमेस्टर';
export const anySubject = 'सबै विषय';
export const facultyFirst = 'पहिले सङ्काय छान्नुहोस्।';
export const semesterFirst = 'पहिले सेमेस्टर छान्नुहोस्।';
export const anyYear = 'सबै साल';
export const state = 'अवस्था';
export const anyState = 'सबै अवस्था';
/** In the order of the select. */
export const states = {
  hidden: 'लुकाइएको',
  shown: 'नलुकाइएको',
  damaged: 'बिग्रिएको',
  locked: 'पासवर्ड लागेको',
  scanned: 'स्क्यान गरिएको',
  sample: 'नमुना',
  misplaced: 'क्याटलगमा नभएको',
};
export const importOf = 'कुन इम्पोर्टबाट';
export const anyImport = 'सबै इम्पोर्ट';
export const earlierImport = 'पहिलेको इम्पोर्ट';
export const sortBy = 'क्रम';
/** In the order of the select. */
export const sorts = {
  uploaded: 'अपलोड मिति',
  updated: 'परिवर्तन मिति',
  title: 'शीर्षक',
  kind: 'प्रकार',
  faculty: 'सङ्काय, सेमेस्टर, विषय',
  term: 'सेमेस्टर',
  subject: 'विषय',
  year: 'साल',
  size: 'फाइलको साइज',
  pages: 'पृष्ठ सङ्ख्या',
};

export const scrollsSideways = (list: string) => `${list}, दायाँबायाँ सार्न मिल्छ`;
export const uploaded = 'अपलोड मिति';
/** The heading of the column with the buttons. */
export const rowActions = 'कार्य';
export const select = (title: string) => `${title} छान्नुहोस्`;
export const edit = (title: string) => `${title} सम्पादन गर्नुहोस्`;
export const hide = (title: string) => `${title} लुकाउनुहोस्`;
export const showAgain = 'फेरि देखाउनुहोस्';
export const showAgainTitle = (title: string) => `फेरि देखाउनुहोस्: ${title}`;
export const deleteTitle = (title: string) => `${title} मेटाउनुहोस्`;

export const pagesOfList = 'यस सूचीका पेजहरू';
export const pageOf = (page: number, last: number) => `${digits(last)} मध्ये पेज ${digits(page)}`;

export const download = 'सूची डाउनलोड गर्नुहोस् (CSV)';
export const downloading = (read: number, total: number) => `${number(total)} मध्ये ${number(read)} वटा डाउनलोड हुँदै छ…`;
export const notDownloaded = 'सूची डाउनलोड हुन सकेन';
export const tooLongToDownload = (max: number) => `सूची डाउनलोड गर्न फिल्टर लगाएर ${number(max)} वटा सामग्रीसम्म घटाउनुहोस्।`;

/** Columns of the downloaded list. */
export const changed = 'परिवर्तन मिति';
export const bytes = 'बाइट';
export const hiddenSince = 'लुकाइएको मिति';
export const whyHidden = 'लुकाउनुको कारण';
export const fileProblem = 'फाइलको समस्या';
export const address = 'ठेगाना';
