import { foldWord } from '#domain/search/search-fold.ts';

/** Abbreviations and spellings of words in file names, except plain beginnings of words. */
const forms: Readonly<Record<string, string>> = {
  acc: 'accounting',
  acct: 'accounting',
  account: 'accounting',
  accounts: 'accounting',
  adv: 'advanced',
  advance: 'advanced',
  algo: 'algorithms',
  algos: 'algorithms',
  biochem: 'biochemistry',
  buss: 'business',
  biz: 'business',
  bussiness: 'business',
  chem: 'chemistry',
  ckt: 'circuit',
  comm: 'communication',
  csharp: 'dotnet',
  dept: 'department',
  eco: 'economics',
  econ: 'economics',
  economic: 'economics',
  engg: 'engineering',
  engr: 'engineering',
  eng: 'english',
  enviro: 'environment',
  gynae: 'gynaecology',
  gynecology: 'gynaecology',
  intl: 'international',
  int: 'international',
  lang: 'language',
  math: 'mathematics',
  maths: 'mathematics',
  medicines: 'medicine',
  mgmt: 'management',
  mgt: 'management',
  mgnt: 'management',
  mngmt: 'management',
  micropocessor: 'microprocessor',
  modelling: 'modeling',
  networking: 'networks',
  obs: 'obstetrics',
  org: 'organization',
  organisation: 'organization',
  organisational: 'organizational',
  behaviour: 'behavior',
  orthopedics: 'orthopaedics',
  ortho: 'orthopaedics',
  paediatric: 'paediatrics',
  pediatrics: 'paediatrics',
  pediatric: 'paediatrics',
  peds: 'paediatrics',
  paeds: 'paediatrics',
  anesthesia: 'anaesthesiology',
  pharma: 'pharmacology',
  pharm: 'pharmaceutical',
  prog: 'programming',
  programing: 'programming',
  psycho: 'psychology',
  stat: 'statistics',
  stats: 'statistics',
  structs: 'structures',
  sys: 'system',
  tech: 'technology',
};

/** Returns the full form of an abbreviated word. */
export function plainForm(word: string): string {
  return Object.hasOwn(forms, word) ? (forms[word] ?? word) : word;
}

const fillWords = new Set(
  'a all an and at by for from full in is of on or our subject subjects the to with its using via ko ra का को र तथा'
    .split(' ')
    .map(foldWord),
);

export function isFillWord(word: string): boolean {
  return fillWords.has(word);
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Ordinals of semesters and years, in English and Nepali. */
const ordinals = [
  'first प्रथम पहिलो pratham pahilo',
  'second दोस्रो द्वितीय dosro dwitiya',
  'third तेस्रो तृतीय tesro tritiya',
  'fourth forth चौथो चतुर्थ chautho',
  'fifth पाँचौं पाँचौ पञ्चम पाचौ',
  'sixth छैटौं छैठौं षष्ठ छैटौ',
  'seventh सातौं सप्तम सातौ',
  'eighth eigth आठौं अष्टम आठौ',
];

const numbers = new Map<string, { value: number; isOrdinal: boolean }>();
for (const [index, word] of romans.entries()) numbers.set(word, { value: index + 1, isOrdinal: false });
for (const [index, word] of cardinals.entries()) numbers.set(word, { value: index + 1, isOrdinal: false });
for (const [index, words] of ordinals.entries()) {
  for (const word of words.split(' ')) numbers.set(foldWord(word), { value: index + 1, isOrdinal: true });
}

/** Returns the number from 1 to 10 that a folded word means; null if it is not a number. */
export function wholeNumber(word: string): { value: number; isOrdinal: boolean } | null {
  const digits = /^0?(\d{1,2})(st|nd|rd|th)?$/.exec(word);
  if (digits) {
    const value = Number(digits[1]);
    return value >= 1 && value <= 10 ? { value, isOrdinal: digits[2] !== undefined } : null;
  }
  return numbers.get(word) ?? null;
}
