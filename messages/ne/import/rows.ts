/** Words of the import about one staged file: its values, its state and its actions, in the table and on cards. */

import type { MaterialKind } from '#domain/material.ts';
import { counted, digits, number } from '../format.ts';
import * as nouns from '../nouns.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

/** The values of a file that a person can set, also the columns of the table. */
export const fields = {
  kind: nouns.kind,
  facultyId: nouns.faculty,
  semesterId: 'सत्र',
  subject: nouns.subject,
  year: nouns.year,
  title: nouns.title,
};
export const state = 'अवस्था';

/** States of a file. */
export const published = 'प्रकाशित';
export const refused = 'अस्वीकृत';
export const notPublished = 'प्रकाशित भएन';
export const sending = 'पठाइँदै छ';
export const notSent = 'नपठाइएको';
/** LibreOffice makes a PDF of the file. */
export const beingConverted = 'PDF बन्दै छ';
export const toConvert = 'PDF बन्न बाँकी';
export const notConverted = 'PDF बनेन';
/** The server reads the first page of the file. */
export const beingRead = 'पढिँदै छ';
export const duplicate = 'दोहोरिएको';
export const locked = 'पासवर्ड लागेको';
export const portfolio = 'पोर्टफोलियो';
export const damaged = 'बिग्रिएको';
export const toCheck = 'जाँच्नुपर्ने';
export const ready = 'तयार';

/** The filters of the table, by state. */
export const filters = {
  doubtful: toCheck,
  duplicates: 'दोहोरिएका',
  unreadable: 'बिग्रिएका वा पासवर्ड लागेका',
  refused,
  toConvert,
  waiting: 'नपठाइएका',
  reading: beingRead,
  ready,
  open: 'सबै',
};

/** Sentences about a state. */
export const wasNotSent = 'यो पठाइएन।';
export const noPdfYet = 'यसको PDF बनेको छैन।';
export const sendingStopped = 'पठाउने काम रोकियो।';
export const chooseToSend = 'पठाउन उही फाइल वा फोल्डर फेरि छान्नुहोस्।';
export const firstPageBeingRead = 'यसको पहिलो पृष्ठ पढिँदै छ।';
export const evidenceAgainst = (evidence: readonly string[]) => `फाइल यहाँको होइन भन्ने सङ्केत छन्: ${evidence.join(', ')}।`;
export const rightsReserved = 'यसको पहिलो पृष्ठमा सबै अधिकार सुरक्षित भनिएको छ। प्रकाशित गर्न मिल्ने भए पङ्क्ति पुष्टि गर्नुहोस्।';
export const refusedWithoutReason = 'पुस्तकालयले यो लिएन।';

/** The location of a duplicate, alone and before `छ` in a sentence. */
export const inLibrary = 'पुस्तकालयमा';
export const inTrash = (since: string | null) => (since === null ? 'ट्र्यासमा' : `${since} देखि ट्र्यासमा`);
export const hidden = (since: string | null) => (since === null ? 'लुकाइएको' : `${since} देखि लुकाइएको`);
/** In the list of the import. */
export const staged = 'तयारीमा';
/** The title of a duplicate and, for a material, its subject. */
export const titleOf = ({ title, subject }: { title: string; subject: string | null }) =>
  subject === null ? `“${title}”` : `“${title}” (${subject})`;
export const sameFile = (title: string, place: string) => `यही फाइल ${title} का रूपमा ${place} छ।`;
export const sameText = (percent: number, title: string, place: string) =>
  `${number(percent)}% पाठ मिल्ने ${title} ${place} छ।`;

/** Read out after a value. */
export const valueMarks = {
  doubtful: ', पक्का छैन',
  missing: ', भरिएको छैन',
  manual: ', प्रशासकले राखेको',
  inherited: ', उस्तै फाइलबाट लिइएको',
};
/** Values in a cell or on a card. */
export const missing = 'नभरिएको';
export const missingField = (field: keyof typeof fields) => `${fields[field]}?`;
export const bikramSambatYear = (year: number) => `वि.सं. ${digits(year)}`;
export const shortKinds: Record<MaterialKind, string> = {
  paper: 'प्रश्नपत्र',
  note: 'नोट',
  revision: nouns.revision,
  book: 'पुस्तक',
};

/** Sources of a value. */
export const setByHand = 'प्रशासकले राखेको';
export const fromFileName = 'फाइलको नामबाट';
export const inheritedFromFolder = 'यही फोल्डरको अर्को फाइलबाट लिइएको';
export const inheritedFromLike = 'उस्तै फाइलबाट लिइएको';
export const notKnown = 'थाहा छैन';
export const notNeeded = 'चाहिँदैन';
export const guessed = (percent: number, sources: readonly string[]) =>
  `${number(percent)}% पक्का, ${sources.length > 0 ? `आधार: ${sources.join(', ')}` : 'खास आधार छैन'}`;

/** The details of a file. */
export const takeInside = 'भित्रका प्रश्नपत्र थप्नुहोस्';
export const openInLibrary = 'पुस्तकालयमा खोल्नुहोस्';
export const opensNewTab = '(नयाँ ट्याबमा खुल्छ)';
export const firstPageOf = (name: string) => `${name} को पहिलो पृष्ठ`;
export const shownOnceSent = 'फाइल पठाइसकेपछि पहिलो पृष्ठ देखिन्छ।';
export const pagesNotShown = 'यसका पृष्ठ देखाउन सकिँदैन।';
export const webPageNotShown = 'वेब पेजको तस्बिर हुँदैन।';
export const noFirstPageYet = 'यसको पहिलो पृष्ठको तस्बिर अझै छैन।';
export const noPicture = 'तस्बिर छैन';
export const otherPlaces = 'हुन सक्ने अरू ठाउँ';
/** Before the title of the duplicate, on a line of its own. */
export const sameBytesAs = 'यससँग हुबहु मिल्छ:';
export const sameTextAs = (percent: number) => `यससँग ${number(percent)}% पाठ मिल्छ:`;
export const restoreIt = 'फिर्ता ल्याउनुहोस्';
export const showAgain = 'फेरि देखाउनुहोस्';
export const copies = 'प्रतिहरू';
export const alsoHere = 'यही फाइल यहाँ पनि छ';
export const morePaths = (count: number) => `अरू ${number(count)} वटा`;
export const andMorePaths = (count: number) => `र अरू ${number(count)} वटा`;
export const passwordOf = (name: string) => `${name} को पासवर्ड`;
export const passwordHint = 'पासवर्डले फाइल खुल्छ कि खुल्दैन, जाँचिन्छ। फाइल पढ्न पाउने सबैलाई यो देखाइन्छ।';
export const savePassword = 'पासवर्ड सेभ गर्नुहोस्';

/** The card of a file. */
export const fileOf = (position: number, count: number) => `${digits(count)} मध्ये फाइल ${digits(position)}`;
export const previousFile = 'अघिल्लो फाइल';
export const nextFile = 'अर्को फाइल';
export const confirm = 'पुष्टि गर्नुहोस्';
export const chooseKind = 'प्रकार छान्नुहोस्';
export const chooseFaculty = 'सङ्काय छान्नुहोस्';
export const chooseTerm = 'सत्र छान्नुहोस्';
export const chooseFacultyFirst = 'पहिले सङ्काय छान्नुहोस्।';
export const chooseSubject = 'विषय छान्नुहोस्';
export const chooseTermFirst = 'पहिले सत्र छान्नुहोस्।';
export const yearHint = 'सन् वा वि.सं.';

/** The list of files on a phone. */
export const stagedFiles = 'तयारीमा रहेका फाइल';
export const selectFile = (name: string) => `${name} छान्नुहोस्`;

/** The buttons above the files. `verb` is hidden on phones. */
export const tools = 'छानिएका वा देखाइएका फाइल';
export const selectNone = <Piece>(verb: (text: string) => Piece) => ['छनोट', verb(' हटाउनुहोस्')] as const;
export const selectAll = <Piece>(verb: (text: string) => Piece, count: number) =>
  [`सबै ${number(count)} वटा`, verb(' छान्नुहोस्')] as const;
export const selectFolder = <Piece>(verb: (text: string) => Piece) => ['फोल्डर', verb(' छान्नुहोस्')] as const;
/** `extra` is hidden on phones. */
export const confirmSelected = <Piece>(extra: (text: string) => Piece, count: number) =>
  [extra('छानिएका '), `${number(count)} वटा पुष्टि गर्नुहोस्`] as const;
export const discardDuplicates = (count: number) =>
  count === 0 ? 'दोहोरिएका त्याग्नुहोस्' : `दोहोरिएका ${number(count)} वटा त्याग्नुहोस्`;
export const selected = (count: number) => `${number(count)} वटा छानिएको`;
export const publishSelected = 'छानिएका प्रकाशित गर्नुहोस्';
/** The keys of these buttons. */
export const toolKeys = {
  selectNone: 'Esc',
  selectAll: 'Ctrl+A',
  selectFolder: 'Shift+Space',
  confirm: 'Ctrl+Enter',
  discardDuplicates: 'Shift+Del',
  discard: 'Del',
};

/** The question before files are discarded. */
export const discardQuestion = (count: number) => `${files(count)} त्याग्ने?`;
export const sameBytes = (count: number) => `${files(count)} अर्को फाइलसँग हुबहु मिल्छ।`;
export const nearlySameText = (count: number) => `${files(count)} हुबहु मिल्दैन, तर यसको पाठ अर्को फाइलसँग झन्डै मिल्छ।`;
export const otherNotVisible = (count: number) => `${files(count)}सँग मिल्ने फाइल ट्र्यासमा छ वा लुकाइएको छ।`;
export const whatDiscardMeans =
  'त्यागिने फाइल प्रकाशित भएका छैनन्। अपलोड भएको फाइल पुस्तकालयबाट मेटाइन्छ; तपाईंको डिभाइसका फाइल रहन्छन्।';
