import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ids, openLibrarian } from '#test/support/library.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { freePort } from '#test/support/web-server.ts';
import { createErrorLog } from './error-log.ts';
import { createLineLimit } from './line-limit.ts';
import { createLog, requestIds } from './log.ts';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { exchange } from '#test/support/raw-connection.ts';
import { createMetrics } from './metrics.ts';
import { watchStatements } from './watch-statements.ts';

type Line = Record<string, unknown>;

/** A log whose lines are collected as they are written. */
function openLog(level: 'info' | 'debug' = 'info') {
  const lines: Line[] = [];
  const errors = createErrorLog();
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { log: createLog({ level, isTerminal: false, errors, destination }), lines, errors };
}

test('writes a line with an ISO time, a level by name and the id of its request, and no host names', () => {
  const { log, lines } = openLog();
  requestIds.run('request-1', () => log.info({ path: '/books' }, 'answered'));
  log.warn('outside of a request');
  expect(lines[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: 'request-1',
    path: '/books',
    msg: 'answered',
  });
  expect(Object.keys(lines[1] ?? {})).toEqual(['level', 'time', 'msg']);
});

test('logs an error with its failure and causes, without the values that caused it', () => {
  const { log, lines } = openLog();
  const values = { detail: 'Key (email)=(ada@library.test) already exists.', input: '/search?q=zirconium' };
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'accounts_email_key',
    ...values,
  });
  const others = [Object.assign(new Error('no route'), { code: 'EHOSTUNREACH', ...values })];
  log.error({ err: Object.assign(new Error('not stored', { cause }), values) }, 'failed');
  log.error(cause, 'failed');
  log.error({ err: Object.assign(new AggregateError(others, 'no address answers'), values) }, 'failed');
  log.error({ err: 'a text' }, 'failed');
  expect(lines.map(({ err }) => err)).toMatchObject([
    { type: 'Error', message: 'not stored: duplicate key', stack: expect.stringContaining('caused by: ') },
    { message: 'duplicate key', code: '23505', constraint: 'accounts_email_key' },
    { type: 'AggregateError', aggregateErrors: [{ message: 'no route', code: 'EHOSTUNREACH' }] },
    'a text',
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ada|zirconium/);
});

test('gives every response an id, which is also in its line, and ignores one that a visitor sends', async () => {
  const { log, lines } = openLog();
  await using server = await openTestServer({ log });
  const answers = [
    await fetch(`${server.url}/v1/health/version?secret=zirconium`, {
      headers: { 'x-request-id': 'chosen-by-a-stranger' },
    }),
    await fetch(`${server.url}/books?q=zirconium`),
    await fetch(`${server.url}/books?q=zirconium`),
  ];
  const [first, second, third] = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(first).toMatch(/^[\w-]{12}$/);
  expect(new Set([first, second, third, 'chosen-by-a-stranger']).size).toBe(4);
  const line = lines.find(({ requestId, msg }) => requestId === first && msg === 'answered');
  expect(line).toMatchObject({ level: 'info', method: 'GET', path: '/v1/health/version', status: answers[0]?.status });
  expect(JSON.stringify(lines)).not.toContain('zirconium');
});

test('does not log a sign-up as an error of the server where that is closed', async () => {
  const { log, lines } = openLog();
  await using server = await openTestServer({ log });
  const json = { userId: 'unique()', email: 'student@library.test', password: 'a good password' };
  expect((await callAs(server.url).call('POST', '/account', { json })).status).toBe(501);
  await expect
    .poll(() => lines.find(({ path, msg }) => path === '/v1/account' && msg === 'answered')?.level)
    .toBe('info');
});

test('accepts a request id from a trusted proxy', async () => {
  await using server = await openTestServer({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
  const ask = async (id: string) =>
    (await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  expect(await ask('proxy-named-0001')).toBe('proxy-named-0001');
  expect(await ask('short')).toMatch(/^[\w-]{12}$/);
  expect(await ask('x'.repeat(65))).toMatch(/^[\w-]{12}$/);
});

test('writes one line for a hundred responses from memory, with their number', async () => {
  const { log, lines } = openLog();
  await using server = await openTestServer({ log });
  for (let index = 0; index < 205; index += 1) await (await fetch(`${server.url}/books`)).text();
  const cached = lines.filter(({ msg }) => msg === 'answered from memory');
  expect(cached.map(({ cachedAnswers }) => cachedAnswers)).toEqual([1, 101, 201]);
  expect(lines.filter(({ msg, path }) => msg === 'answered' && path === '/books')).toHaveLength(1);
});

test('logs an interrupted request as such', async () => {
  const { log, lines } = openLog();
  await using server = await openTestServer({ log });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/account/sessions/email HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Appwrite-Project: ${ids.projectId}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  await once(socket, 'connect');
  await expect.poll(() => server.metrics.inFlight()).toBe(1);
  socket.destroy();
  await expect.poll(() => lines.find(({ isCutOff }) => isCutOff)).toMatchObject({ method: 'POST', isCutOff: true });
  expect(server.metrics.inFlight()).toBe(0);
});

test('serves metrics on a separate port: requests by kind, statements, materials, the disk', async () => {
  const port = await freePort();
  await using server = await openTestServer({ settings: { METRICS_PORT: String(port) } });
  await fetch(`${server.url}/books`);
  await fetch(`${server.url}/books`);
  await fetch(`${server.url}/v1/nowhere`);
  const json = { files: [{ path: 'a.pdf', size: 10, digest: '0'.repeat(64) }] };
  await (await callAsAdministrator(server.url)).call('POST', '/staging', { json });
  await expect(openLibrarian(server.url, { ...administrator, password: 'not the password' })).rejects.toThrow('401');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('examshelf_request_duration_seconds_count{kind="page",status="2xx",cached="true"} 1');
  expect(text).toContain('examshelf_request_duration_seconds_count{kind="read",status="4xx",cached="false"} 1');
  expect(text).toMatch(/^examshelf_statement_duration_seconds_count\{kind="read"\} [1-9]/m);
  expect(text).toContain('examshelf_sign_ins_total{outcome="good"} 1');
  expect(text).toContain('examshelf_sign_ins_total{outcome="refused"} 1');
  expect(text).toMatch(/^examshelf_materials 0$/m);
  expect(text).toMatch(/^examshelf_last_backup_timestamp_seconds 0$/m);
  expect(text).toMatch(/^examshelf_last_failed_backup_timestamp_seconds 0$/m);
  expect(text).toMatch(/^examshelf_pages_waiting 0$/m);
  expect(text).toMatch(/^examshelf_staged_files 1$/m);
  expect(text).toMatch(/^examshelf_disk_free_bytes \d+/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  // prometheus.io/docs/practices/naming: `_total` is the suffix of counters, and of nothing else.
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  for (const [, name = '', type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  const underOtherName = await exchange(
    `http://127.0.0.1:${port}`,
    'GET /metrics HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n',
  );
  expect(underOtherName.answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(underOtherName.answer).not.toContain('examshelf_');
  // The numbers are not available to visitors.
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('examshelf_request');
});

test('stops the start and names the setting if the port for metrics is in use', async () => {
  await using first = await openTestServer();
  const { port } = new URL(first.url);
  await expect(openTestServer({ settings: { METRICS_PORT: port } })).rejects.toThrow(
    `setting METRICS_PORT: cannot listen on 127.0.0.1:${port} (EADDRINUSE)`,
  );
});

test("leaves out a measure that can't be read, and serves the others", async () => {
  const metrics = createMetrics();
  metrics.measure({ name: 'examshelf_good', help: 'good', read: () => 7 });
  metrics.measure({ name: 'examshelf_bad', help: 'bad', read: () => Promise.reject(new Error('no disk')) });
  const { text } = await metrics.render();
  expect(text).toMatch(/^examshelf_good 7$/m);
  expect(text).not.toMatch(/^examshelf_bad /m);
  metrics.close();
});

test('logs a slow statement without its parameters, at most ten a minute', () => {
  const { log, lines } = openLog();
  const metrics = createMetrics();
  const watch = watchStatements({ log, metrics });
  watch({ sql: 'select 1', durationMs: 20 });
  for (let index = 0; index < 15; index += 1)
    watch({ sql: 'select * from materials where title = ?', durationMs: 300 });
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatchObject({ level: 'warn', ms: 300, sql: 'select * from materials where title = ?' });
  metrics.close();
});

test('logs a slow statement of thousands of characters on one line, without its middle', () => {
  const { log, lines } = openLog();
  const metrics = createMetrics();
  const columns = Array.from({ length: 500 }, (_, index) => `column_${index}`).join(',\n  ');
  watchStatements({ log, metrics })({ sql: `select\n  ${columns}\nfrom materials\nwhere id = ?`, durationMs: 300 });
  const { sql } = lines[0] as { sql: string };
  expect(sql).toMatch(/^select column_0, column_1, .* … .*, column_499 from materials where id = \?$/);
  expect(sql.length).toBeLessThan(420);
  metrics.close();
});

test('reports the number of dropped lines in the next line', () => {
  let now = 0;
  const mayWrite = createLineLimit({ max: 2, spanMs: 1000, now: () => now });
  expect([mayWrite(), mayWrite(), mayWrite(), mayWrite()]).toEqual([0, 0, null, null]);
  now = 1000;
  expect([mayWrite(), mayWrite(), mayWrite()]).toEqual([2, 0, null]);
});

test('counts errors of a day by hour and message, for at most fifty messages', () => {
  let now = Date.UTC(2026, 0, 2, 12);
  const errors = createErrorLog(() => now);
  const log = pino({ level: 'silent' });
  log.error('not counted: another log');
  errors.add('a page could not be rendered');
  now += 3_600_000;
  errors.add('a page could not be rendered');
  expect(errors.state().hours.slice(-2)).toEqual([1, 1]);
  expect(errors.state().messages).toEqual([{ message: 'a page could not be rendered', count: 2, lastAt: now }]);
  for (let index = 0; index < 200; index += 1) errors.add(`made up ${index}`);
  expect(errors.state().messages).toHaveLength(51);
  now += 25 * 3_600_000;
  expect(errors.state()).toEqual({ hours: Array.from({ length: 24 }, () => 0), messages: [] });
});

test('retains the minutes of the last hour, whatever the clock does', () => {
  let now = Date.UTC(2026, 0, 2, 12);
  const metrics = createMetrics(() => now);
  const count = (status: number) => metrics.countRequest({ kind: 'page', status, isCached: false, seconds: 0.04 });
  count(200);
  count(503);
  now += 60_000;
  count(500);
  expect(metrics.requests.minutes().slice(-2)).toEqual([
    { requests: 2, refused: 1, failed: 0, slowestMs: 40 },
    { requests: 1, refused: 0, failed: 1, slowestMs: 40 },
  ]);
  now += 365 * 86_400_000;
  count(200);
  now -= 365 * 86_400_000;
  count(200);
  expect(metrics.requests.minutes()).toHaveLength(60);
  expect(metrics.requests.minutes().at(-1)?.requests).toBe(1);
  metrics.close();
});
