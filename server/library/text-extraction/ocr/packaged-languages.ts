import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns those of these languages whose data is installed as packages. */
export function packagedLanguages(languages: readonly string[]): string[] {
  return languages.filter((language) => packagedData(language) !== null);
}

/** Returns the file with the data of a language from its separate package; null if it is not installed. */
export function packagedData(language: string): string | null {
  if (!/^[a-z_]+$/iu.test(language)) return null;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}/package.json`));
    const file = path.join(path.dirname(entry), '4.0.0_best_int', `${language}.traineddata.gz`);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
