import type { Texts } from '#server/engines/text-store/texts.ts';

/** Returns the SHA-256 of every document, in order. For stores with few documents. */
export async function digestsOf(texts: Pick<Texts, 'listVersions'>): Promise<string[]> {
  return (await texts.listVersions('', 1000)).map(({ sha256 }) => sha256);
}
