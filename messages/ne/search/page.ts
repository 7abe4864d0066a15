/** Words of the search page. */

import { counted, digits, number } from '../format.ts';

export const recentSearches = 'हालैका खोजी';
export const howToSearch = 'कसरी खोज्ने';
export const covered = 'हरेक प्रश्नपत्र, नोट र पुस्तकका सबै पृष्ठ (स्क्यान गरिएका पनि), अनि विषय, विषय कोड, शीर्षक र सालमा खोजिन्छ।';
/** Each example is also a link that searches for it. OR is part of the syntax. */
export const tips: readonly [example: string, meaning: string][] = [
  ['binary tree traversal', 'यी शब्द, जुनसुकै क्रममा'],
  ['"third normal form"', 'उद्धरण चिह्नभित्र: ठ्याक्कै यिनै शब्द, सँगसँगै'],
  ['sorting -bubble', 'घटाउ चिह्न: यो शब्द नभएका'],
  ['stack OR queue', 'OR: दुईमध्ये कुनै एक शब्द'],
];

export const filters = 'फिल्टर';
export const applyFilters = 'फिल्टर लागू गर्नुहोस्';
export const showResults = (count: number) => `${counted(count, 'वटा नतिजा')} देखाउनुहोस्`;
/** Further values of a filter. */
export const more = (count: number) => `अरू ${number(count)} वटा`;
export const filterNames = {
  kind: 'प्रकार',
  facultyId: 'सङ्काय',
  semesterId: 'सेमेस्टर',
  subject: 'विषय',
  yearBs: 'साल (वि.सं.)',
  year: 'साल',
};
/** Names the filter `year` where Bikram Sambat comes first. */
export const yearAd = 'साल (सन्)';
export const inBs = (year: string) => `वि.सं. ${digits(year)}`;
export const inAd = (year: string) => `सन् ${digits(year)}`;

export const chosenFilters = 'छानिएका फिल्टर';
/** Read out before the name of the filter. */
export const removeFilter = 'फिल्टर हटाउनुहोस्:';

/** The subjects, programmes and terms that the search names. */
export const named = 'तपाईंको खोजीमा परेका विषय र कार्यक्रम';
export const nothingHere = 'अहिलेसम्म केही छैन';
export const programme = 'कार्यक्रम';
export const programmes = 'कार्यक्रमहरू';

export const searchInstead = <Piece>(typed: Piece) => ['बरु ', typed, ' नै खोज्नुहोस्'] as const;
export const showingMaterialsOf = <Piece>(subject: Piece) => [subject, ' का सामग्री देखाइएका छन्।'] as const;
export const showingResultsFor = <Piece>(corrected: Piece) => [corrected, ' का नतिजा देखाइएका छन्।'] as const;
export const didYouMean = <Piece>(corrected: Piece) => ['तपाईंले ', corrected, ' खोज्नुभएको हो?'] as const;
/** `excluded` is a word that had a minus sign before it. */
export const without = <Piece>(excluded: Piece) => [excluded, ' नभएका नतिजा मात्र देखाइएका छन्।'] as const;
export const putBack = <Piece>(excluded: Piece) => [excluded, ' भएका पनि देखाउनुहोस्'] as const;

export const noResults = 'कुनै नतिजा भेटिएन';
export const found = (count: number) => counted(count, 'वटा सामग्री');
export const foundMost = (count: number) => `यी सबै शब्द भएको कुनै पृष्ठ छैन। धेरैजसो शब्द भएका सामग्री यी हुन्। ${found(count)}`;
export const unavailable = 'अहिले खोजी उपलब्ध छैन।';

export const onlyDevice = 'यस डिभाइसमा भएका सामग्रीमा मात्र खोजियो।';
export const noneOnDevice = (q: string) => `यस डिभाइसमा “${q}” सँग मिल्ने कुनै सामग्री छैन।`;

export const noResultsFor = (q: string) => `“${q}” खोज्दा कुनै नतिजा भेटिएन।`;
export const noResultsWithFilters = (q: string) => `यी फिल्टर राखेर “${q}” खोज्दा कुनै नतिजा भेटिएन।`;
export const namedButEmpty = 'यो पाठ भएको पृष्ठ छैन, र यस विषयमा अहिलेसम्म कुनै सामग्री पनि छैन।';
export const trySomethingElse = 'हिज्जे जाँच्नुहोस्, थोरै शब्द लेख्नुहोस्, वा विषय वा त्यसको कोड खोज्नुहोस्।';
export const titlesThatContain = (q: string) => `“${q}” भएका शीर्षक`;

/** `inMaterial` is read out only. */
export const morePages = <Piece>(count: number, inMaterial: Piece) =>
  [inMaterial, ` अरू ${counted(count, 'पृष्ठ')}`] as const;
export const inMaterial = (title: string) => `${title} मा`;
/** Opens a paper that is a web page, and has no numbered pages. */
export const openPaper = 'प्रश्नपत्र खोल्नुहोस्';
/** Marks a page whose text comes from OCR. */
export const recognisedText = 'पहिचान गरिएको पाठ';
