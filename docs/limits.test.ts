import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLimits } from '#server/engines/database/sqlite/read-limits.ts';
import { searchLimits } from '#server/engines/search-index/search-pool.ts';
import { tightBytes, tinyBytes } from '#server/engines/storage/open-files.ts';
import { admissionLimits, signInLimits } from '#server/http/admission/admission.ts';
import { workLimits } from '#server/http/admission/work-queue.ts';
import { archiveLimits } from '#server/http/api/archive-handlers.ts';
import { connectionLimits } from '#server/http/connections/connection-limits.ts';
import { renderingLimits } from '#server/http/pages/pages.ts';
import { realtimeLimits } from '#server/http/realtime/limits.ts';
import { bodyLimits, freeBytes } from '#server/http/requests/receive-body.ts';
import { leastUploadRate } from '#server/http/requests/request-body.ts';
import { hashingLimits } from '#server/library/accounts/hashing-queue.ts';

/** A limit on clients: number, memory and time of one. */
type Row = {
  what: string;
  /** Bytes of memory that one takes; measured for connections. */
  one: number | null;
  ofAddress: number | null;
  inAll: number;
  /** Bytes of all together, if that is not the product. */
  together?: number;
  /** Longest time without progress of its client, in ms. */
  ms: number | null;
};

const kB = 1024;
const MB = 1024 * kB;

const rows: readonly Row[] = [
  {
    what: 'connections',
    one: 40 * kB,
    ofAddress: connectionLimits.ofAddress,
    inAll: connectionLimits.inAll,
    ms: connectionLimits.idleMs,
  },
  {
    what: 'pieces of files that clients have not read',
    one: tinyBytes,
    ofAddress: connectionLimits.ofAddress,
    inAll: connectionLimits.inAll,
    together: tightBytes + tinyBytes * connectionLimits.inAll,
    ms: connectionLimits.idleMs,
  },
  {
    what: 'other responses that clients have not read',
    one: null,
    ofAddress: connectionLimits.ofAddress,
    inAll: connectionLimits.inAll,
    together: connectionLimits.unreadBytes,
    ms: connectionLimits.idleMs,
  },
  ...(['stranger', 'member', 'administrator'] as const).map((sender) => ({
    what: `bodies that are arriving, of a ${sender}`.replace('a administrator', 'an administrator'),
    one: bodyLimits[sender].bytes,
    ofAddress: connectionLimits.ofAddress,
    inAll: connectionLimits.inAll,
    together: bodyLimits[sender].allBytes + (sender === 'stranger' ? freeBytes * connectionLimits.inAll : 0),
    ms: bodyLimits[sender].ms,
  })),
  {
    what: 'websockets',
    one: 10 * kB,
    ofAddress: realtimeLimits.connectionsPerAddress,
    inAll: realtimeLimits.connections,
    ms: 2 * realtimeLimits.heartbeatMs,
  },
  {
    what: 'messages and subscriptions of websockets',
    one: realtimeLimits.waitingBytes,
    ofAddress: realtimeLimits.connectionsPerAddress,
    inAll: realtimeLimits.connections,
    together: realtimeLimits.heldBytes,
    ms: realtimeLimits.unreadMs,
  },
  { what: 'requests being worked on', one: null, ...admissionLimits, together: 0, ms: null },
  { what: 'requests that sign in or up', one: null, ...signInLimits, together: 0, ms: null },
  {
    what: 'queued requests',
    one: null,
    ofAddress: null,
    inAll: workLimits.waiting,
    together: 0,
    ms: workLimits.waitMs,
  },
  {
    what: 'passwords that wait to be hashed',
    one: 19 * MB,
    ofAddress: null,
    inAll: hashingLimits.maxWaiting,
    together: 19 * MB * hashingLimits.maxRunning,
    ms: null,
  },
  {
    what: 'pages that wait to be rendered',
    one: null,
    ofAddress: null,
    inAll: renderingLimits.maxWaiting,
    together: 0,
    ms: renderingLimits.calmWaitMs ?? null,
  },
  {
    what: 'reads of visitors that wait',
    one: null,
    ofAddress: null,
    inAll: readLimits.visitor.maxWaiting,
    together: 0,
    ms: readLimits.visitor.waitMs ?? readLimits.visitor.deadlineMs,
  },
  {
    what: 'searches that wait',
    one: null,
    ofAddress: null,
    inAll: searchLimits.maxWaiting,
    together: 0,
    ms: searchLimits.waitMs ?? searchLimits.deadlineMs,
  },
  {
    what: 'archives being sent',
    one: 256 * kB,
    ofAddress: null,
    inAll: archiveLimits.maxSending,
    ms: archiveLimits.stalledMs,
  },
  {
    what: 'archives that wait to be resumed',
    one: null,
    ofAddress: null,
    inAll: archiveLimits.seeking.maxWaiting,
    together: 0,
    ms: archiveLimits.seeking.maxWaitMs ?? null,
  },
];

const bytesOf = ({ one, inAll, together }: Row) => together ?? (one ?? 0) * inAll;

const size = (bytes: number) => (bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${Math.round(bytes / kB)} KB`);

function writeTable(): string {
  const cells = rows.map((row) => [
    row.what,
    row.one === null ? '' : size(row.one),
    row.ofAddress === null ? '' : String(row.ofAddress),
    String(row.inAll),
    bytesOf(row) === 0 ? '' : size(bytesOf(row)),
    row.ms === null ? '' : `${row.ms / 1000} s`,
  ]);
  const head = ['limited', 'size of one', 'per address', 'total', 'total size', 'without progress'];
  return [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

test('the table has every limit as in the code', async () => {
  const page = await readFile(path.join(import.meta.dirname, 'limits.md'), 'utf8');
  expect(page).toContain(writeTable());
});

test('all that clients may hold together is less than half of a server with 1 GB', () => {
  const sum = rows.reduce((bytes, row) => bytes + bytesOf(row), 0);
  expect(sum).toBeLessThan(512 * MB);
});

test('connections and websockets together are fewer than the file limit of the service', () => {
  // `LimitNOFILE` of deploy/examshelf.service. Node itself needs a few hundred for files and threads.
  expect(connectionLimits.inAll + realtimeLimits.connections).toBeLessThan(65_536 / 4);
});

test('no address may have more than a quarter of the total, except for the requests of a campus', () => {
  const shares = rows.flatMap(({ what, ofAddress, inAll }) =>
    ofAddress === null ? [] : [{ what, share: ofAddress / inAll }],
  );
  expect(shares.filter(({ share }) => share > 0.25)).toEqual([]);
});

test('every wait for a client ends after two minutes at most without progress', () => {
  expect(rows.filter(({ ms }) => (ms ?? 0) > 120_000)).toEqual([]);
  expect(leastUploadRate.inMs).toBeLessThanOrEqual(120_000);
});

test('every limit by address also has a total', () => {
  expect(rows.filter(({ inAll }) => !(inAll > 0))).toEqual([]);
});
