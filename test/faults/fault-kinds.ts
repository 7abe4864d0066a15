import { judgeFiles, type Verdict } from '#test/support/failing-files.ts';
import { judgeStatements, type StatementVerdict } from '#test/support/failing-statements.ts';

/** A way in which a call fails. */
export type FaultKind = {
  name: string;
  /** True if a call of this kind can fail in this way. */
  appliesTo(call: string): boolean;
  /** Result of the call; `released` resolves when a hanging call may continue. */
  verdict(released: Promise<void>): NonNullable<Verdict | StatementVerdict>;
  /** Type of the right error when the deed fails; null when it must not fail. */
  answer: 'storage_full' | 'general_service_unavailable' | null;
  /** The call only waits: meanwhile other requests must get responses. */
  isSlow?: boolean;
};

/** Source of calls that can be made to fail. */
export type FaultSource = {
  name: string;
  kinds: readonly FaultKind[];
  /**
   * Calls `judge` for every call until the returned function is called. `planned` is the verdict in advance, for calls
   * of other processes, which cannot wait for it.
   */
  install(
    judge: (call: string) => Verdict | StatementVerdict,
    planned?: { index: number; verdict: Verdict | StatementVerdict },
  ): () => void;
};

const always = () => true;
const startsWith = (pattern: RegExp) => (call: string) => pattern.test(call);

/** Calls that need disk space: reading and deleting never fail because the disk is full. */
const takesRoom = startsWith(
  /^(?:open|write|writev|writeFile|mkdir|mkdtemp|copyFile|link|rename|fsync|sync|truncate) /,
);

const fileKinds: readonly FaultKind[] = [
  { name: 'ENOSPC', appliesTo: takesRoom, verdict: () => ({ code: 'ENOSPC' }), answer: 'storage_full' },
  { name: 'EIO', appliesTo: always, verdict: () => ({ code: 'EIO' }), answer: 'general_service_unavailable' },
  {
    name: 'EIO after it was done',
    appliesTo: startsWith(/^(?!read |stat |lstat |readdir |readFile |statfs )/),
    verdict: () => ({ code: 'EIO', isDone: true }),
    answer: 'general_service_unavailable',
  },
  {
    name: 'EMFILE',
    appliesTo: startsWith(/^(?:open|readdir|readFile|copyFile) /),
    verdict: () => ({ code: 'EMFILE' }),
    answer: 'general_service_unavailable',
  },
  { name: 'short write', appliesTo: startsWith(/^write /), verdict: () => 'short', answer: null },
  { name: 'slow', appliesTo: always, verdict: (until) => ({ until }), answer: null, isSlow: true },
];

const writeKinds: readonly FaultKind[] = [
  { name: 'SQLITE_FULL', appliesTo: always, verdict: () => ({ errcode: 13 }), answer: 'storage_full' },
  { name: 'SQLITE_BUSY', appliesTo: always, verdict: () => ({ errcode: 5 }), answer: 'general_service_unavailable' },
  { name: 'SQLITE_IOERR', appliesTo: always, verdict: () => ({ errcode: 10 }), answer: 'general_service_unavailable' },
  {
    name: 'SQLITE_IOERR after it was done',
    appliesTo: always,
    verdict: () => ({ errcode: 10, isDone: true }),
    answer: 'general_service_unavailable',
  },
  { name: 'slow', appliesTo: always, verdict: (until) => ({ until }), answer: null, isSlow: true },
];

const readKinds: readonly FaultKind[] = [
  { name: 'SQLITE_BUSY', appliesTo: always, verdict: () => ({ errcode: 5 }), answer: 'general_service_unavailable' },
  { name: 'SQLITE_IOERR', appliesTo: always, verdict: () => ({ errcode: 10 }), answer: 'general_service_unavailable' },
  {
    name: 'SQLITE_CORRUPT',
    appliesTo: always,
    verdict: () => ({ errcode: 11 }),
    answer: 'general_service_unavailable',
  },
  {
    name: 'slow',
    // A statement in the server's thread cannot wait without stopping the test as well.
    appliesTo: startsWith(/\(thread\)$|^backup$/),
    verdict: (until) => ({ until }),
    answer: null,
    isSlow: true,
  },
];

/** Calls to the file system below a folder; `describe` as in failing-files.ts. */
export function fileSource(root: string, describe?: (relative: string) => string): FaultSource {
  return {
    name: 'files',
    kinds: fileKinds,
    install: (judge) => judgeFiles(root, judge as (call: string) => Verdict, describe),
  };
}

/** Statements on the writing connection: `setJudge` gets the function that decides about them. */
export function writeSource(setJudge: (judge: (sql: string) => StatementVerdict) => void): FaultSource {
  return {
    name: 'statements that write',
    kinds: writeKinds,
    install(judge) {
      setJudge(judge as (sql: string) => StatementVerdict);
      return () => setJudge(() => null);
    },
  };
}

/** Statements in this thread and in those of the read pool. `more` are other ways to fail. */
export function readSource(more: readonly FaultKind[] = []): FaultSource {
  return {
    name: 'statements that read',
    kinds: [...readKinds, ...more],
    install: (judge) => judgeStatements(judge as (call: string) => StatementVerdict),
  };
}

/** For writes to a copy of the database. */
export const fullDatabase: FaultKind = {
  name: 'SQLITE_FULL',
  appliesTo: startsWith(/^(?:backup|delete|pragma journal_mode|begin)/),
  verdict: () => ({ errcode: 13 }),
  answer: 'storage_full',
};
