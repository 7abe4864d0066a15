import type { Logger } from 'pino';
import { chooseOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';

/**
 * Logs one line if this machine can't recognise a language of OCR_LANGUAGES: text in it would silently be skipped.
 * `languages` is null if nothing is recognised.
 */
export async function warnOfLanguages(languages: readonly string[] | null, log: Logger): Promise<void> {
  if (languages === null) return;
  const { languages: recognised, missing } = await chooseOcr(languages);
  if (missing.length === 0) return;
  // Debian's package names have a hyphen, Tesseract's language names an underscore.
  const packages = missing.map((language) => `tesseract-ocr-${language.toLowerCase().replaceAll('_', '-')}`);
  log.warn(
    { missing, recognised },
    `setting OCR_LANGUAGES: this machine has no data to recognise ${missing.join(', ')}, so scans are read in ${recognised.join(', ')} only; correct the name, or install Tesseract with the data (on Debian: apt-get install tesseract-ocr ${packages.join(' ')}) and start again`,
  );
}
