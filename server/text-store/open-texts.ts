import path from 'node:path';
import type { Logger } from 'pino';
import { openSqliteTexts } from './sqlite-texts.ts';
import type { Texts } from './texts.ts';

/** Below the data folder. */
const textsFolder = 'texts';

/** Opens the texts of a library for a program beside its servers. Must be closed. */
export function openTexts({ dataDir, log }: { dataDir: string; log: Logger }): Texts {
  return openSqliteTexts({ directory: path.join(dataDir, textsFolder), log });
}
