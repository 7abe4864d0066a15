/**
 * DOS code pages, which TextDecoder does not support. Names in zip archives that are not marked as UTF-8 are in the
 * code page of the machine that made the archive.
 */

/** The characters of the bytes 0x80 to 0xFF (unicode.org, MAPPINGS/VENDORS/MICSFT/PC). */
const upperHalves = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
};

export type CodePage = keyof typeof upperHalves;

export function isCodePage(name: string): name is CodePage {
  return Object.hasOwn(upperHalves, name);
}

/** Returns the text of the bytes. Every byte has a character. */
export function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const upper = upperHalves[page];
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '');
  return text;
}

/** Returns the bytes of the text; null if one of its characters is not in the code page. */
export function encodeCodePage(text: string, page: CodePage): Uint8Array | null {
  return encode(text, (sign) => 0x80 + upperHalves[page].indexOf(sign));
}

/** The characters of windows-1252 for the bytes 0x80 to 0x9F; unused bytes are control characters, as in browsers. */
const upperOf1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Encodes windows-1252 in the same way: TextDecoder can read it, but TextEncoder can't write it. */
export function encodeWindows1252(text: string): Uint8Array | null {
  return encode(text, (sign) => {
    const code = sign.charCodeAt(0);
    return code >= 0xa0 && code <= 0xff ? code : 0x80 + upperOf1252.indexOf(sign);
  });
}

/** Encodes a text. `upperByte` returns a number below 0x80 for characters that have no byte. */
function encode(text: string, upperByte: (sign: string) => number): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    const code = sign.charCodeAt(0);
    const byte = code < 0x80 ? code : upperByte(sign);
    if (code >= 0x80 && byte < 0x80) return null;
    bytes[index] = byte;
  }
  return bytes;
}
