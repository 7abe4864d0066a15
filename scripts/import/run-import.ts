import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gatherFiles } from '#app/features/import/intake/gather-files.ts';
import { intakeLimits, type IntakeLimits } from '#app/features/import/intake/intake-file.ts';
import { groupLeftOut, writeReportFile } from '#app/features/import/intake/left-out-report.ts';
import { sureFrom } from '#domain/guess/names/place-fields.ts';
import { plain } from '#scripts/admin/print.ts';
import type { Input, Output } from '#scripts/admin/read-new-password.ts';
import { findFolderFault } from '#server/library/site-content/find-folder-fault.ts';
import { followRows } from './follow-rows.ts';
import { ImportError, Stopped } from './import-error.ts';
import { openLibraryClient } from './library-client.ts';
import { createProgress } from './progress.ts';
import { publishRows } from './publish-rows.ts';
import { readAccount } from './read-account.ts';
import { startUnpackThread } from './start-unpack-thread.ts';
import { stageFiles } from './stage-files.ts';
import { stageDocuments } from './stage-documents.ts';
import { stagePictures, type PictureMode } from './stage-pictures.ts';
import { usage } from './usage.ts';
import { findFolder, walkFolder } from './walk-folder.ts';
import { writePicturePlan } from './write-picture-plan.ts';
import { listOutcomes, writeReport, type Outcome } from './write-report.ts';

export type ImportStreams = {
  stdin: Input;
  stdout: Output;
  stderr: Output & { isTTY?: boolean; columns?: number };
  env: Record<string, string | undefined>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Waits; replaced in tests. */
  wait?: (milliseconds: number) => Promise<unknown>;
  /** Number of polls without a change before the import ends. */
  maxQuietPolls?: number;
};

type Given = {
  folder: string;
  least: number;
  publishes: boolean;
  pictures: PictureMode;
  url: string;
  /** File for the whole report, or null. */
  reportFile: FileHandle | null;
};

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  stage: { type: 'boolean', default: false },
  'publish-above': { type: 'string' },
  pictures: { type: 'string', default: 'make' },
  to: { type: 'string', default: 'http://127.0.0.1:3000' },
  report: { type: 'string' },
} as const;

/** Runs the command of the arguments. Returns the exit code: see the usage. */
export async function runImport(args: string[], streams: ImportStreams): Promise<0 | 1 | 2> {
  const complain = (error: unknown) =>
    streams.stderr.write(`${plain(error instanceof Error ? error.message : String(error))}\n`);
  let given: Given | null;
  try {
    given = await readArguments(args);
  } catch (error) {
    complain(error);
    streams.stderr.write(`\n${usage}`);
    return 2;
  }
  if (!given) {
    streams.stdout.write(usage);
    return 0;
  }
  try {
    return await importFolder(given, streams);
  } catch (error) {
    complain(error);
    return error instanceof Stopped ? 1 : 2;
  } finally {
    await given.reportFile?.close();
  }
}

/** Returns null if help is wanted. Throws an Error with a sentence. */
async function readArguments(args: string[]): Promise<Given | null> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return null;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error('Name one folder.');
  const fault = await findFolderFault(await findFolder(path.resolve(folder)), folder);
  if (fault !== null) throw new Error(`${fault[0]?.toUpperCase()}${fault.slice(1)}.`);
  const above = values['publish-above'];
  if (above !== undefined && values.stage) throw new Error('Use --stage or --publish-above, not both.');
  const least = above === undefined ? sureFrom : Number(above);
  if (!(least >= 0.5 && least <= 1)) throw new Error('--publish-above must be a number from 0.5 to 1.');
  if (!/^https?:\/\/[^/]/.test(values.to))
    throw new Error('--to must be an address such as https://library.example.edu.');
  const { pictures } = values;
  if (!isPictureMode(pictures)) throw new Error('--pictures must be make, show or skip.');
  const url = values.to.replace(/\/+$/, '');
  const reportFile = values.report === undefined ? null : await openReport(values.report);
  return { folder: path.resolve(folder), least, publishes: above !== undefined, pictures, url, reportFile };
}

/** Opens the report before anything is sent: an import takes hours, and its report must not be lost then. */
async function openReport(file: string): Promise<FileHandle> {
  return open(file, 'w').catch((cause: Error) => {
    throw new Error(`The report cannot be written to ${file}: ${cause.message}. Name another file.`, { cause });
  });
}

/** Imports a folder. Throws only failures that prevent the start; later ones are in the report. */
async function importFolder(
  { folder, least, publishes, pictures, url, reportFile }: Given,
  streams: ImportStreams,
): Promise<0 | 1> {
  const { signal, stdout, stderr } = streams;
  const wait = streams.wait ?? ((milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => null));
  const account = await readAccount(streams);
  const progress = createProgress(stderr);
  const onWait = (reason: string) => progress.say(`Waiting for the library: ${plain(reason)}`);
  const client = await openLibraryClient({ url, account, signal, onWait, wait });
  const began = performance.now();
  const limits: IntakeLimits = { ...intakeLimits, fileBytes: client.site.maxUploadBytes };
  const skipped: Outcome['staged']['refused'] = [];
  const found = gatherFiles(
    walkFolder(folder, (notTaken) => skipped.push(notTaken)),
    limits,
    startUnpackThread,
  );
  const staged = await stageFiles({ client, found, signal, say: progress.say });
  staged.refused.push(...skipped);
  if (staged.failure === null) await stageDocuments({ client, staged, signal, wait, say: progress.say });
  const ofPictures =
    staged.failure === null
      ? await stagePictures({
          client,
          pictures: staged.pictures,
          folders: staged.folders,
          mode: pictures,
          staged,
          signal,
          wait,
          say: progress.say,
          onPlan(plan) {
            progress.end();
            stdout.write(writePicturePlan(plan, pictures));
          },
        })
      : null;
  const outcome: Outcome = {
    staged,
    pictures: ofPictures,
    published: [],
    refusedAtEnd: new Map(),
    seconds: 0,
    isAllRead: false,
    least,
    publishes,
    timeZone: client.site.timeZone,
  };
  let failure = staged.failure;
  try {
    if (!failure)
      outcome.isAllRead = await followRows({
        client,
        rows: staged.rows,
        signal,
        wait,
        say: progress.say,
        maxQuietPolls: streams.maxQuietPolls,
      });
    if (!failure && publishes) {
      const done = await publishRows({ client, rows: staged.rows, least, say: progress.say });
      outcome.published = done.published;
      outcome.refusedAtEnd = done.refused;
    }
  } catch (error) {
    failure = error as Error;
  }
  outcome.seconds = (performance.now() - began) / 1000;
  progress.end();
  const leftOut = groupLeftOut(staged.refused, staged.found);
  stdout.write(writeReport(outcome, leftOut));
  await reportFile?.writeFile(writeReportFile(listOutcomes(outcome)));
  if (failure) stderr.write(`${plain(describeFailure(failure))}\n`);
  const isUndecided = ofPictures !== null && ofPictures.doubtful.length > 0;
  return failure || leftOut.isIncomplete || isUndecided || !outcome.isAllRead ? 1 : 0;
}

const isPictureMode = (word: string): word is PictureMode => ['make', 'show', 'skip'].includes(word);

function describeFailure(failure: Error): string {
  if (failure instanceof ImportError || failure instanceof Stopped) return failure.message;
  return `It ended early: ${failure.message}`;
}
