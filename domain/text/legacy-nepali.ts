/**
 * Fonts from before Unicode that draw Devanagari in place of Latin letters. Their texts are converted by the glyphs of each
 * font. Sources: the keyboard layouts of the fonts, and the tables of the converter npttf2utf (2023), compared letter by letter.
 */
export type LegacyNepaliFont = 'preeti' | 'kantipur' | 'sagarmatha' | 'himali' | 'pcs';

const fontNames: readonly [RegExp, LegacyNepaliFont][] = [
  [/preeti/iu, 'preeti'],
  [/kantipur/iu, 'kantipur'],
  [/sagarmatha/iu, 'sagarmatha'],
  [/fontasy.?himali|himali.?tt/iu, 'himali'],
  [/pcs.?nepali/iu, 'pcs'],
];

/** Returns the font with this name, as in a PDF, if its texts can be converted; else null. */
export function findLegacyNepaliFont(name: string): LegacyNepaliFont | null {
  if (/unicode/iu.test(name)) return null;
  return fontNames.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Stands for the stroke of the key `m`, which makes another letter of the one before it. */
const stroke = '\u{F0000}';
/** Stands for the sign above a syllable that begins with र्. The font draws it after the syllable. */
const reph = '\u{F0001}';

type Glyphs = Readonly<Record<string, string>>;

/** Pairs each character of `keys` with the glyph at the same position of `drawn`, which are separated by spaces. */
function pair(keys: string, drawn: string): Glyphs {
  const glyphs = drawn.split(' ');
  return Object.fromEntries([...keys].map((key, index) => [key, glyphs[index] ?? '']));
}

/** The keys with the same glyph in all of these fonts. */
const sharedGlyphs: Glyphs = {
  ...pair('qwertyuiop', 'त्र ध भ च त थ ग ष् य उ'),
  ...pair('asdfghjkl', 'ब क म ा न ज व प ि'),
  ...pair('zxcvbn', 'श ह अ ख द ल'),
  ...pair('QWERTYUIOP', 'त्त ध् भ् च् त् थ् ग् क्ष् इ ए'),
  ...pair('ASDGHJKL', 'ब् क् म् न् ज् व् प् ी'),
  ...pair('ZVBNM', 'श् ख् द्य ल् ः'),
  ...pair(String.raw`[]\}|`, 'ृ े ् ै ्र'),
  ...pair(`;':"`, 'स ु स् ू'),
  ...pair(',./>-=_+', ', । र श्र ( . ) ं'),
  ...pair('¡¢£§´ßåæçÆØ÷', 'ज्ञ् द्घ घ् ट्ट झ द्म द्व “ ॐ ” ्य /'),
  m: stroke,
  '{': reph,
};

const rowLetters = 'ज्ञ द्द घ द्ध छ ट ठ ड ढ ण्';
const rowDigits = '१ २ ३ ४ ५ ६ ७ ८ ९ ०';
/** The row of digits: letters, and digits with the shift key. */
const lettersFirst: Glyphs = {
  ...pair('1234567890', rowLetters),
  ...pair('!@#$%^&*()', rowDigits),
  ...pair('`~', 'ञ ञ्'),
};
/** The row of digits: digits, and letters with the shift key. */
const digitsFirst: Glyphs = { ...pair('1234567890', rowDigits), ...pair('!@#$%^&*()', rowLetters) };

const glyphsOf: Readonly<Record<LegacyNepaliFont, Glyphs>> = {
  preeti: {
    ...sharedGlyphs,
    ...lettersFirst,
    ...pair('XCF<?', 'ह् ऋ ँ ? रु'),
    ...pair('„…ˆ‰‹‘•˜›¤¥©ª«°±¶¿', 'ध्र ‘ फ् झ् ङ्घ ॅ ड्ड ऽ द्र झ् ्र र ङ ्र ङ्ढ + ठ्ठ रू'),
    ...pair('ÅËÌÍÎÒÖ×ÙÚÛÜÝ', 'हृ ङ्ग न्न ङ्क ङ्ख ¨ = × ; ’ ! % ट्ठ'),
  },
  kantipur: {
    ...sharedGlyphs,
    ...lettersFirst,
    ...pair('XCF<?', 'हृ ऋ ा ? रु'),
    ...pair('„…†‰‹Œ‘“•˜™›œ', 'ध्र ‘ ! झ् ङ्ग त्त् ॅ ँ ड्ड ऽ र ऽ त्र्'),
    ...pair('¤¥¨©ª«¬®°±µ¶º¿', 'झ् र् ङ्ग र ङ ्र … र ङ्ढ + र ठ्ठ फ् रू'),
    ...pair('ÂÈËÌÍÎÏÒÔÚø', 'र ष ङ्ग न्न ङ्क फ् फ् ¨ क्ष ’ य्'),
  },
  sagarmatha: {
    ...sharedGlyphs,
    ...lettersFirst,
    ...pair('XCF<?', 'ह् ऋ ँ ? रु'),
    ...pair('‚ƒ„†‡ˆ‰Š‹Œ‘’“”œ', ') द्र ् ; े ृ झ् र् ै त्त् ‘ ’ ँ ” त्र्'),
    ...pair('¤¥ª«¬®°±µ¶·¸¿', '! र् ङ ्र ु र ङ्क + झ ठ्ठ ङ्ग ड्ड रू'),
    ...pair('ÅÇÈÉÒÔÙÜÞèø', 'फ फ् ष स ू क्ष ह % ह् द्भ य्'),
  },
  himali: {
    ...sharedGlyphs,
    ...digitsFirst,
    ...pair('`~XCF<?', 'ञ् ञ हृ ऋ ा ? रु'),
    ...pair('¤¥ª«®°¶¿ÑÒÔ×ÙÚéíøú', 'ँ र् ङ ्र + ङ्क ठ्ठ रू ङ ू क्ष × ह ु ङ्ग ष य् ू'),
  },
  pcs: {
    ...sharedGlyphs,
    ...digitsFirst,
    ...pair('`~XCF<?', 'ञ् ङ ह् र् ा ्र रू'),
    ...pair('¤¥©ª®°·¿ÒÔÙéíñøú', 'ँ ऋ ? ञ + ङ्क ट्ठ रु ू क्ष ह ङ्ग ष ङ य् ू'),
  },
};

/** The letters that the stroke makes. */
const stroked: Glyphs = { त्र: 'क्र', त्त: 'क्त', उ: 'ऊ', भ: 'झ', प: 'फ' };

/** Syllables and their signs are shorter; without a limit, a hostile text of half letters would take quadratic time. */
const maxParts = 6;
const consonants = `[क-ह](?:्[क-ह]){0,${maxParts}}`;
const signs = '[\u0901-\u0903\u093e-\u094c]';
const strokes = new RegExp(`(त्र|त्त|[उभप])((?:्[क-ह]?|${signs}){0,${maxParts}})${stroke}`, 'gu');
const leftI = new RegExp(`ि(${consonants})`, 'gu');
const signBeforeFoot = new RegExp(`(${signs}{1,${maxParts}})((?:्[क-ह]){1,${maxParts}})`, 'gu');
const rephAfter = new RegExp(`(${consonants})(${signs}{0,${maxParts}})${reph}`, 'gu');

/** Combinations of strokes that are one letter in Unicode, in the order in which they are replaced. */
const combined: readonly [RegExp, string][] = [
  [/([ंँः])([\u093e-\u094c]+)/gu, '$2$1'],
  [/([\u0901-\u0903\u093e-\u094c])\1+/gu, '$1'],
  [/टृ/gu, 'ट्ट'],
  [/([ेै])ा/gu, 'ा$1'],
  [/अाे/gu, 'ओ'],
  [/अाै/gu, 'औ'],
  [/अा/gu, 'आ'],
  [/एे/gu, 'ऐ'],
  [/ाे/gu, 'ो'],
  [/ाै/gu, 'ौ'],
  // The visarga is also used as a colon.
  [/(?<![\u0900-\u0963])ः/gu, ':'],
];

/**
 * Converts a text in a legacy font to Unicode. Returns a text unchanged if it has Devanagari, because the PDF has then mapped its
 * characters. Characters without a glyph stay.
 */
export function convertLegacyNepali(text: string, font: LegacyNepaliFont): string {
  if (/\p{Script=Devanagari}/u.test(text)) return text;
  const glyphs = glyphsOf[font];
  const drawn = Array.from(text, (character) => {
    const key = toKey(character);
    return Object.hasOwn(glyphs, key) ? (glyphs[key] ?? '') : key;
  }).join('');
  const ordered = drawn
    // A half letter with this stroke is the whole letter.
    .replaceAll('्ा', '')
    .replace(strokes, (_, letter: string, rest: string) => (stroked[letter] ?? letter) + rest)
    .replaceAll(stroke, '')
    .replaceAll(`इ${reph}`, 'ई')
    .replace(leftI, '$1ि')
    .replace(signBeforeFoot, '$2$1')
    .replace(rephAfter, 'र्$1$2')
    .replaceAll(reph, 'र्');
  return combined.reduce((converted, [pattern, by]) => converted.replace(pattern, by), ordered);
}

const windows = new TextDecoder('windows-1252');

/** Returns the character of a symbol font, which is in the private use area, as the key that draws it. */
function toKey(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xf020 && code <= 0xf0ff ? windows.decode(Uint8Array.of(code - 0xf000)) : character;
}
