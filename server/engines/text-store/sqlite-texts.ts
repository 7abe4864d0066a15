import path from 'node:path';
import type { Logger } from 'pino';
import { createThreadCalls, remoteOf } from '#server/machinery/threads/thread-calls.ts';
import type { TextsEngine } from './text-rows.ts';
import { textsFileName, type Remade } from './texts-file.ts';
import type { Texts } from './texts.ts';

const noPages = { waiting: 0, read: 0, failed: 0 };
const noDocuments = { total: 0, documents: [] };

/** Results before the first document was begun. */
const emptyAnswers: { [Name in Exclude<keyof TextsEngine, 'begin' | 'readSome'>]: ReturnType<TextsEngine[Name]> } = {
  find: null,
  findSome: [],
  store: undefined,
  awaitRecognition: undefined,
  fail: undefined,
  postpone: 0,
  retry: 0,
  rejudge: undefined,
  readPage: null,
  readPages: [],
  listWaiting: [],
  listFailed: noDocuments,
  listUnread: noDocuments,
  listWaitingPages: [],
  listFailedPages: [],
  listPostponed: noDocuments,
  listPostponedPages: [],
  countPostponed: 0,
  listOutdated: [],
  listRecognised: [],
  listScanned: [],
  count: noPages,
  forget: undefined,
  listVersions: [],
};
const names = [...(Object.keys(emptyAnswers) as (keyof TextsEngine)[]), 'begin', 'readSome'] as const;

/**
 * Opens texts in a separate SQLite file, `texts.sqlite` in `directory`. A thread does all work on the file; it starts
 * with the first call, and again after a crash. The first document creates the file; before that, no thread is needed.
 * A file that is damaged, or was written by another version, is deleted and recreated, and a log entry is written.
 */
export function openSqliteTexts({ directory, log }: { directory: string; log: Logger }): Texts {
  const calls = createThreadCalls<{ remade: Remade }>({
    program: new URL('./texts-worker.ts', import.meta.url),
    subject: 'texts',
    options: { workerData: { directory: path.resolve(directory) } },
    withoutFile: { file: path.resolve(directory, textsFileName), answers: emptyAnswers },
    onOther: ({ remade }) => log.warn(remade, 'the file of texts was recreated; all files are read again'),
  });

  return {
    ...remoteOf<TextsEngine>(calls, names),
    // The data folder is used by one process at a time.
    shared: null,
    close: calls.close,
  };
}
