import path from 'node:path';
import type { Logger } from 'pino';
import { createThreadCalls } from '#server/machinery/threads/thread-calls.ts';
import type { TextsEngine } from './text-rows.ts';
import { textsFileName, type Remade } from './texts-file.ts';
import type { TextsSetup } from './texts-messages.ts';
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

/**
 * Opens texts in a separate SQLite file, `texts.sqlite` in `directory`. All work on it is done in a thread, which starts
 * with the first call, and again after a crash. The first document creates the file; before that no thread is needed. A
 * file that is damaged, or was written by another version, is deleted and recreated, which is logged.
 */
export function openSqliteTexts({ directory, log }: { directory: string; log: Logger }): Texts {
  const calls = createThreadCalls<{ remade: Remade }>({
    program: new URL('./texts-worker.ts', import.meta.url),
    subject: 'texts',
    options: { workerData: { directory: path.resolve(directory) } satisfies TextsSetup },
    withoutFile: { file: path.resolve(directory, textsFileName), answers: emptyAnswers },
    onOther: ({ remade }) => log.warn(remade, 'the file of texts was recreated; all files are read again'),
  });

  /** Returns a function of the port that runs in the thread. */
  function remote<Name extends keyof TextsEngine>(name: Name): Texts[Name] {
    const call = (...given: readonly unknown[]) => calls.send(name, given);
    // The thread responds to each name with the result of the port's function of that name.
    return call as Texts[Name];
  }

  return {
    begin: remote('begin'),
    find: remote('find'),
    findSome: remote('findSome'),
    store: remote('store'),
    awaitRecognition: remote('awaitRecognition'),
    fail: remote('fail'),
    postpone: remote('postpone'),
    retry: remote('retry'),
    rejudge: remote('rejudge'),
    readPage: remote('readPage'),
    readPages: remote('readPages'),
    readSome: remote('readSome'),
    listWaiting: remote('listWaiting'),
    listFailed: remote('listFailed'),
    listUnread: remote('listUnread'),
    listWaitingPages: remote('listWaitingPages'),
    listFailedPages: remote('listFailedPages'),
    listPostponed: remote('listPostponed'),
    listPostponedPages: remote('listPostponedPages'),
    countPostponed: remote('countPostponed'),
    listOutdated: remote('listOutdated'),
    listRecognised: remote('listRecognised'),
    listScanned: remote('listScanned'),
    count: remote('count'),
    forget: remote('forget'),
    listVersions: remote('listVersions'),
    // The data folder is used by one process at a time.
    shared: null,
    close: calls.close,
  };
}
