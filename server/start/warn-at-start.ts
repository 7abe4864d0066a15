import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import { contradictoryTerms } from '#domain/guess/term-numbers.ts';
import { warnOfOpenFolder } from '#server/engines/data-folder/keep-files-private.ts';
import type { Database } from '#server/engines/database/database.ts';
import { chooseOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import { SharpMissing } from '#server/machinery/processes/load-sharp.ts';

/** For connections, files being read, and the database: a campus before an exam needs a few thousand. */
const enoughFiles = 4096;
/** Tolerance: clocks that are synchronised over the network are adjusted by less. */
const toleratedMs = 60_000;

/** Logs problems of the machine, the data folder and the catalogue with which the server can still work. */
export async function warnAtStart(parts: {
  database: Pick<Database, 'lastMoment' | 'pingWriting'>;
  catalogue: Catalogue;
  dataDir: string;
  log: Logger;
  now?: number;
  /** The file in which the system reports the limits of this process. */
  limitsFile?: string;
}): Promise<void> {
  const { database, catalogue, dataDir, log, now = Date.now(), limitsFile = '/proc/self/limits' } = parts;
  await warnOfOpenFolder(dataDir, log);
  const openFiles = await readOpenFilesLimit(limitsFile);
  if (openFiles !== null && openFiles < enoughFiles) {
    log.warn(
      { openFiles },
      `only ${openFiles} files and connections can be open at once: raise the limit to at least ${enoughFiles} (LimitNOFILE= of systemd, ulimit -n)`,
    );
  }
  for (const faculty of catalogue.faculties)
    for (const { id, name } of contradictoryTerms(faculty))
      log.warn(
        `setting CATALOGUE: faculty "${faculty.id}", term "${id}" is named "${name}": the numbers differ. Files that name a semester are placed by the name; correct one of the two`,
      );
  const last = await database.lastMoment();
  if (last !== null && last > now + toleratedMs) {
    log.warn(
      { now: new Date(now).toISOString(), lastWritten: new Date(last).toISOString() },
      'the clock of this machine is behind: the library was last written to at a later time. Sessions and the dates of entries use the clock; set it and start again',
    );
  }
  // A failure is already noted (SqliteOptions.onError), and the library can still be read.
  await database.pingWriting().catch(() => undefined);
}

async function readOpenFilesLimit(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}

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

const root = path.resolve(import.meta.dirname, '..', '..');
const checkMs = 60_000;

/**
 * Logs one line if sharp can't be loaded on this machine. Tested in a separate process, since loading it takes about
 * 20 MB. `execArgv` are options for that process.
 */
export async function warnWithoutSharp(log: Logger, execArgv: readonly string[] = []): Promise<void> {
  try {
    const words = [...execArgv, '--input-type=module', '--eval', "await import('sharp')"];
    await promisify(execFile)(process.execPath, words, { cwd: root, timeout: checkMs, env: {} });
  } catch (error) {
    const { message, cause } = new SharpMissing(error);
    const lines = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).split('\n') : [];
    // The line of the error itself, after the place in the code where it was thrown.
    const why = lines.find((line) => /^\w*Error\b/.test(line)) ?? String(error);
    log.error(
      { why },
      `${message} and start again: until then there are no pictures of files, photographs cannot become a PDF, and scans wait to be recognised`,
    );
  }
}
