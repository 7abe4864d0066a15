import type { Logger } from 'pino';
import type { OcrEngine } from './ocr-engine.ts';
import { createPackagedEngine } from './packaged-engine.ts';
import { packagedLanguages } from './packaged-languages.ts';
import { createSystemEngine } from './system-engine.ts';
import { systemLanguages, ocrLimits } from './system-tesseract.ts';

const program = 'tesseract';
/** Its data is a dependency of the server. */
const packagedLanguage = 'eng';

/** The engine that recognises most of the wanted languages on this machine, and the languages that it lacks. */
export type OcrChoice = { isSystem: boolean; languages: string[]; missing: string[] };

/** Chooses between the machine's own Tesseract and tesseract.js with its packaged data, which wins only if it has more. */
export async function chooseOcr(wanted: readonly string[]): Promise<OcrChoice> {
  const named = [...new Set(wanted)].filter((language) => /^[a-z][a-z_]*$/iu.test(language));
  const installed = await systemLanguages(program);
  const ofSystem = named.filter((language) => installed.includes(language));
  const packaged = packagedLanguages(named);
  const isSystem = ofSystem.length > 0 && ofSystem.length >= packaged.length;
  const languages = isSystem ? ofSystem : packaged.length > 0 ? packaged : [packagedLanguage];
  return { isSystem, languages, missing: wanted.filter((language) => !languages.includes(language)) };
}

/**
 * Opens the engine of `chooseOcr`. Languages that it lacks are left out; the start reports them (warn-at-start.ts).
 * `scratch` is a folder for pictures in work; everything in it may be deleted while no server runs.
 */
export async function createOcr(parts: { languages: string[]; scratch: string; log: Logger }): Promise<OcrEngine> {
  const { log, scratch } = parts;
  const { isSystem, languages } = await chooseOcr(parts.languages);
  const common = { languages, scratch, log, limits: ocrLimits };
  return isSystem ? createSystemEngine({ program, ...common }) : createPackagedEngine(common);
}
