import { expect, test } from 'vitest';
import { splitWords } from '#domain/search/search-text.ts';
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

/** Sentences of a paper as a person types them in Preeti, and the same in Unicode. */
const typedPaper: readonly (readonly [typed: string, unicode: string])[] = [
  [String.raw`k"0ff{Í !)), pQL0ff{Í $), ;do tLg 306f .`, 'पूर्णाङ्क १००, उत्तीर्णाङ्क ४०, समय तीन घण्टा ।'],
  [
    String.raw`sDKo'6/sf] kl/efiff n]vL o;sf d'Vo efux¿ j0f{g ug'{xf];\ .`,
    'कम्प्युटरको परिभाषा लेखी यसका मुख्य भागहरू वर्णन गर्नुहोस् ।',
  ],
  [
    String.raw`;"rgf k|ljlwn] lzIff / :jf:Yo ;]jfdf NofPsf kl/jt{gx¿ pbfx/0f;lxt atfpg'xf];\ .`,
    'सूचना प्रविधिले शिक्षा र स्वास्थ्य सेवामा ल्याएका परिवर्तनहरू उदाहरणसहित बताउनुहोस् ।',
  ],
  [
    String.raw`k|f]u|fldª efiffsf k|sf/, ltgsf kmfObf / a]kmfObf t'ngf ug'{xf];\ .`,
    'प्रोग्रामिङ भाषाका प्रकार, तिनका फाइदा र बेफाइदा तुलना गर्नुहोस् ।',
  ],
  [
    String.raw`lbOPsf] tYofÍaf6 cf};t, dlWosf / ax'ns lgsfNg'xf];\ .`,
    'दिइएको तथ्याङ्कबाट औसत, मध्यिका र बहुलक निकाल्नुहोस् ।',
  ],
  [
    String.raw`j[Qsf] kl/lw / If]qkmn lgsfNg] ;"q k|dfl0ft ug'{xf];\ .`,
    'वृत्तको परिधि र क्षेत्रफल निकाल्ने सूत्र प्रमाणित गर्नुहोस् ।',
  ],
  [
    String.raw`phf{ ;+/If0fsf] lgod JofVof u/L 3if{0fsf] k|efj b]vfpg'xf];\ .`,
    'उर्जा संरक्षणको नियम व्याख्या गरी घर्षणको प्रभाव देखाउनुहोस् ।',
  ],
  [String.raw`;+ljwfgn] lbPsf df}lns xs / st{Jox¿ s'g s'g x'g\ <`, 'संविधानले दिएका मौलिक हक र कर्तव्यहरू कुन कुन हुन् ?'],
  [
    String.raw`9'Ë] o'ub]lv cfw'lgs o'u;Dd dfgj ;Eotfsf] ljsf;qmd n]Vg'xf];\ .`,
    'ढुङ्गे युगदेखि आधुनिक युगसम्म मानव सभ्यताको विकासक्रम लेख्नुहोस् ।',
  ],
  [
    String.raw`hg;ª\Vof j[l4n] jftfj/0fdf kfg]{ c;/ / lgoGq0fsf pkfox¿ pNn]v ug'{xf];\ .`,
    'जनसङ्ख्या वृद्धिले वातावरणमा पार्ने असर र नियन्त्रणका उपायहरू उल्लेख गर्नुहोस् ।',
  ],
  [
    String.raw`/fli6«o emG8f, >ldssf clwsf/ / låtLo ljZjo'4sf sf/0fx¿ .`,
    'राष्ट्रिय झन्डा, श्रमिकका अधिकार र द्वितीय विश्वयुद्धका कारणहरू ।',
  ],
  [
    String.raw`5f]6s/Ldf l6Kk0fL n]Vg'xf];\ M ck/]l6ª l;:6d, 8f6fa];, g]6js{, ;fOa/ ;'/Iff .`,
    'छोटकरीमा टिप्पणी लेख्नुहोस् : अपरेटिङ सिस्टम, डाटाबेस, नेटवर्क, साइबर सुरक्षा ।',
  ],
];

test('a page typed in Preeti has the same words in the index as the same page in Unicode', () => {
  const wordsOf = (text: string) => splitWords(text).map(({ exact }) => exact);
  const typed = typedPaper.map(([each]) => convertLegacyNepali(each, 'preeti')).join('\n');
  const unicode = typedPaper.map(([, each]) => each).join('\n');
  expect(wordsOf(typed)).toEqual(wordsOf(unicode));
  expect(wordsOf(unicode).length).toBeGreaterThan(100);
});
