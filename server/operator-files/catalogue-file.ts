import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCatalogue, type Catalogue } from '#domain/catalogue.ts';
import { whyUnreadable } from './why-unreadable.ts';

const shipped: Record<string, string> = {
  tribhuvan: 'tribhuvan.json',
  'three-faculties': 'three-faculties.json',
};

/**
 * Reads the catalogue that the setting names: a shipped one, or an operator's own JSON file.
 * Throws an Error whose one-line message names the setting, the file and the offending entry.
 */
export async function readCatalogue(name: string): Promise<Catalogue> {
  const shippedFile = shipped[name];
  const file = shippedFile ? path.join(import.meta.dirname, '..', '..', 'catalogue', shippedFile) : path.resolve(name);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const known = Object.keys(shipped).join(', ');
    throw new Error(`setting CATALOGUE: "${name}" is not ${known} or a file that can be read${whyUnreadable(cause)}`, {
      cause,
    });
  }
  try {
    return parseCatalogue(JSON.parse(text));
  } catch (error) {
    throw new Error(`setting CATALOGUE: ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
