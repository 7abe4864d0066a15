import { Problem } from '#contract/problems.ts';
import type { Fault } from './read-fault.ts';

/** Messages for the person who sent the request: the fault and what to do. */
const answers: Readonly<Record<Fault, { message: string; retrySeconds: number }>> = {
  'disk-full': {
    message:
      "The server's disk is full, so nothing was saved. Empty the trash or ask the operator to make room, then try again.",
    retrySeconds: 60,
  },
  'disk-failing': {
    message: "The server's disk is not working properly. Please try again in a minute.",
    retrySeconds: 60,
  },
  'no-permission': {
    message: 'The server has no permission to use its data folder. The operator finds the reason in the log.',
    retrySeconds: 60,
  },
  'no-file-handles': {
    message: 'The server has too many files and connections open. Please try again in a moment.',
    retrySeconds: 5,
  },
  'writing-held-up': {
    message: 'Changes have to wait at the moment because the disk or the database is busy. Please try again shortly.',
    retrySeconds: 5,
  },
  'database-damaged': {
    message: "Some of the library's records are damaged. The operator finds what to do in the log.",
    retrySeconds: 300,
  },
  'store-failing': {
    message: 'The store of the files cannot be reached at the moment. Please try again shortly.',
    retrySeconds: 10,
  },
  'store-full': {
    message:
      'The store of the files is full, so nothing was saved. Empty the trash or ask the operator to make room, then try again.',
    retrySeconds: 60,
  },
  'database-failing': {
    message: "The library's records cannot be reached at the moment. Please try again shortly.",
    retrySeconds: 10,
  },
};

/**
 * Returns the response to a request that failed because of the fault: 507 `storage_full` for a full disk or store, else
 * 503 with `Retry-After`.
 */
export function answerFault(fault: Fault, cause?: unknown): Problem {
  const { message, retrySeconds } = answers[fault];
  const type = fault === 'disk-full' || fault === 'store-full' ? 'storage_full' : 'general_service_unavailable';
  return new Problem(type, message, { headers: { 'Retry-After': String(retrySeconds) }, cause });
}

/** Messages for the operator's log: the fault, what still works, and the remedy. */
export const faultAdvice: Readonly<Record<Fault, string>> = {
  'disk-full':
    'the disk is full: uploads are refused until there is room; reading and deleting still work. Empty the trash, make room outside DATA_DIR on its disk, or make the disk larger; no restart is needed',
  'disk-failing':
    'the disk of DATA_DIR reports errors: read the system log (dmesg), make a backup, replace the disk. No restart is needed once it works again',
  'no-permission':
    'DATA_DIR cannot be used: it is mounted read-only or belongs to another user. Mount it for writing, or give DATA_DIR and nothing above it to the user the server runs as (chown -R USER DATA_DIR); no restart is needed',
  'no-file-handles':
    'no more files or connections can be opened: raise the limit (LimitNOFILE= of systemd, ulimit -n, --ulimit nofile of Docker), at least 4096',
  'writing-held-up':
    'nothing can be written to the database: another program holds its lock, or its disk hangs. With SQLite, find programs that have examshelf.sqlite open (fuser), with PostgreSQL for sessions that hold locks (pg_stat_activity, pg_blocking_pids); reading still works, no restart is needed',
  'database-damaged':
    'the database is damaged: stop the server, keep a copy of DATA_DIR as it is, and put back the latest backup (npm run restore, docs/operating.md). What can still be read is answered until then',
  'store-failing':
    'the store of STORAGE_URL does not answer or refuses: check its state, the network, the bucket and the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). Records and pages still work; no restart is needed once it works again',
  'store-full':
    'the store of STORAGE_URL refuses to store more: it is full, or a quota of the bucket or of its owner is used up. Uploads are refused until there is room; reading and deleting still work. Enlarge the store or the quota, or empty the trash; no restart is needed',
  'database-failing':
    'the database of DATABASE_URL does not answer or refuses: check its log, the network and the number of its connections (max_connections). Cached pages still work; no restart is needed once it works again',
};
