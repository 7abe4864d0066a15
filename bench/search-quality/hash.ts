/** FNV-1a, for choices that are the same in every run. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The last bits of FNV alone depend on too little.
  return (value ^ (value >>> 15)) >>> 0;
}
