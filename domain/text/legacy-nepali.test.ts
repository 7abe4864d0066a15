import { expect, test } from 'vitest';
import { convertLegacyNepali, findLegacyNepaliFont } from './legacy-nepali.ts';

test.each([
  ['g]kfn', 'नेपाल'],
  ['ljZjljBfno', 'विश्वविद्यालय'],
  ["lqe'jg", 'त्रिभुवन'],
  ['k/LIff', 'परीक्षा'],
  ['sf7df8f}+', 'काठमाडौं'],
  [';+:s[lt', 'संस्कृति'],
  ['k|Zg', 'प्रश्न'],
  ['lk|ltdf', 'प्रितिमा'],
  ['pQ/', 'उत्तर'],
  ['cy{zf:q', 'अर्थशास्त्र'],
  ['sd{rf/L', 'कर्मचारी'],
  ['cf}nf]', 'औलो'],
  ['cf]v/', 'ओखर'],
  ['P]g', 'ऐन'],
  ['O{Zj/', 'ईश्वर'],
  ['pmhf{', 'ऊर्जा'],
  ['em8L', 'झडी'],
  ['kmn', 'फल'],
  ['qmd', 'क्रम'],
  ['zlQm', 'शक्ति'],
  ['lj1fg', 'विज्ञान'],
  ['?kfGt/', 'रुपान्तर'],
  ['sfo{qmd', 'कार्यक्रम'],
  ['k"0ff{Í', 'पूर्णाङ्क'],
  ['@)&( ;fn', '२०७९ साल'],
  [';do M # 306f', 'समय : ३ घण्टा'],
  ["b]xfosf k|Zgx?sf] pQ/ lbg'xf];\\ .", 'देहायका प्रश्नहरुको उत्तर दिनुहोस् ।'],
  ['/fli6«o', 'राष्ट्रिय'],
  ['cfo{ ;dfh', 'आर्य समाज'],
])('converts %j in Preeti to %j', (typed, expected) => {
  expect(convertLegacyNepali(typed, 'preeti')).toBe(expected);
});

test('converts the instructions of a paper', () => {
  const typed =
    "g]kfn ;/sf/ lzIff tyf v]ns'b dGqfno kf7\\oqmd ljsf; s]Gb| ;fgf]l7dL eQmk'/ åf/f k|sflzt. ;a} k|Zgx? clgjfo{ 5g\\ . " +
    "ljBfyL{x?n] oyf;Dej cfˆg} zAbdf pQ/ lbg' kg]{5 . ;fdflhs ljsf; eg]sf] s] xf] < o;sf ljz]iftfx? pNn]v ug'{xf];\\ .";
  expect(convertLegacyNepali(typed, 'preeti')).toBe(
    'नेपाल सरकार शिक्षा तथा खेलकुद मन्त्रालय पाठ्यक्रम विकास केन्द्र सानोठिमी भक्तपुर द्वारा प्रकाशित। सबै प्रश्नहरु अनिवार्य छन् । ' +
      'विद्यार्थीहरुले यथासम्भव आफ्नै शब्दमा उत्तर दिनु पर्नेछ । सामाजिक विकास भनेको के हो ? यसका विशेषताहरु उल्लेख गर्नुहोस् ।',
  );
});

test('fonts with the digits on the row of digits convert them as digits, and letters with the shift key', () => {
  expect(convertLegacyNepali('2079', 'pcs')).toBe('२०७९');
  expect(convertLegacyNepali('sF&dF*F}+', 'himali')).toBe('काठमाडौं');
  expect(convertLegacyNepali('@)&(', 'kantipur')).toBe('२०७९');
});

test('characters of symbol fonts in the private use area are converted like the keys', () => {
  const typed = Array.from('g]kfn', (key) => String.fromCodePoint(0xf000 + (key.codePointAt(0) ?? 0))).join('');
  expect(convertLegacyNepali(typed, 'preeti')).toBe('नेपाल');
});

test('every consonant has a whole and a half form in Preeti, which are the letter and the letter with a virama', () => {
  const halves: Record<string, string> = {
    S: 'क',
    V: 'ख',
    U: 'ग',
    '£': 'घ',
    R: 'च',
    H: 'ज',
    '‰': 'झ',
    '~': 'ञ',
    '0': 'ण',
    T: 'त',
    Y: 'थ',
    W: 'ध',
    G: 'न',
    K: 'प',
    ˆ: 'फ',
    A: 'ब',
    E: 'भ',
    D: 'म',
    N: 'ल',
    J: 'व',
    Z: 'श',
    i: 'ष',
    ':': 'स',
    X: 'ह',
  };
  for (const [key, letter] of Object.entries(halves)) {
    expect([key, convertLegacyNepali(key, 'preeti')]).toEqual([key, `${letter}्`]);
    expect([key, convertLegacyNepali(`${key}f`, 'preeti')]).toEqual([key, letter]);
    expect([key, convertLegacyNepali(`l${key}o`, 'preeti')]).toEqual([key, `${letter}्यि`]);
  }
});

test('a page of half letters or signs alone, as long as a page may be, is converted in linear time', () => {
  const length = 200_000;
  expect(convertLegacyNepali('K'.repeat(length), 'preeti')).toBe('प्'.repeat(length));
  expect(convertLegacyNepali('K|'.repeat(length / 2), 'preeti')).toHaveLength(length * 2);
  expect(convertLegacyNepali("]'".repeat(length / 2), 'preeti')).toBe('\u0947\u0941'.repeat(length / 2));
});

test('a text that the PDF has mapped to Devanagari, and an unknown character, stay as they are', () => {
  expect(convertLegacyNepali('नेपाल k', 'preeti')).toBe('नेपाल k');
  expect(convertLegacyNepali('s → v', 'preeti')).toBe('क → ख');
});

test('fonts are recognised by their names in PDFs, but not their Unicode versions', () => {
  const names = ['ABCDEF+Preeti-Bold', 'FONTASY_HIMALI_TT', 'PCSNEPALI', 'Kantipur', 'Preeti Unicode', 'Kalimati'];
  expect(names.map(findLegacyNepaliFont)).toEqual(['preeti', 'himali', 'pcs', 'kantipur', null, null]);
});
