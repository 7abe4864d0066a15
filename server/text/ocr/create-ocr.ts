import type { Logger } from 'pino';
import type { OcrEngine } from './ocr-engine.ts';
import { ocrLimits } from './ocr-limits.ts';
import { createPackagedEngine } from './packaged-engine.ts';
import { packagedLanguages } from './packaged-languages.ts';
import { createSystemEngine } from './system-engine.ts';
import { systemLanguages } from './system-tesseract.ts';

const program = 'tesseract';
/** Its data is a dependency of the server. */
const packagedLanguage = 'eng';

/**
 * Whatever can recognise most of the languages on this machine: its own Tesseract, or tesseract.js with the packaged data
 * if that has more. Languages that it does not have are left out, with one line in the log. `scratch` is a folder
 * for pictures in work; everything in it may be deleted while no server runs.
 */
export async function createOcr(parts: { languages: string[]; scratch: string; log: Logger }): Promise<OcrEngine> {
  const { log, scratch } = parts;
  const wanted = [...new Set(parts.languages)].filter((language) => /^[a-z][a-z_]*$/iu.test(language));
  const installed = await systemLanguages(program);
  const ofSystem = wanted.filter((language) => installed.includes(language));
  const packaged = packagedLanguages(wanted);
  const isSystem = ofSystem.length > 0 && ofSystem.length >= packaged.length;
  const languages = isSystem ? ofSystem : packaged.length > 0 ? packaged : [packagedLanguage];
  const missing = parts.languages.filter((language) => !languages.includes(language));
  if (missing.length > 0) log.warn({ missing, languages }, 'text in some languages cannot be recognised here');
  const common = { languages, scratch, log, limits: ocrLimits };
  return isSystem ? createSystemEngine({ program, ...common }) : createPackagedEngine(common);
}
