import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';

const root = path.join(import.meta.dirname, '..');
const librarian = { email: 'librarian@example.org', password: 'correct horse battery' };

type Example = { kind: string; given: string; expected: string };

/** Returns the blocks of the guide in pairs: a request or program, and its response or output. */
async function readExamples(): Promise<Example[]> {
  const guide = await readFile(path.join(import.meta.dirname, 'contract-guide.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  return Array.from({ length: blocks.length / 2 }, (_, index) => ({
    kind: blocks[2 * index]?.kind ?? '',
    given: blocks[2 * index]?.text ?? '',
    expected: blocks[2 * index + 1]?.text ?? '',
  }));
}

/** Splits a request or response of the guide into head and body. */
function readMessage(text: string): { start: string; headers: [string, string][]; body: string } {
  const [head = '', ...rest] = text.split('\n\n');
  const [start = '', ...lines] = head.trim().split('\n');
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { start, headers, body: rest.join('\n\n').trimEnd() };
}

/** Returns a matcher for a text with `…` in it. */
function matching(text: string): unknown {
  if (!text.includes('…')) return text;
  const form = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return expect.stringMatching(new RegExp(`^${form.join('.*')}$`, 's'));
}

function matchingAll(value: unknown): unknown {
  if (typeof value === 'string') return matching(value);
  if (Array.isArray(value)) return value.map(matchingAll);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, matchingAll(each)])),
  );
}

type Seen = { status: number; headers: Record<string, unknown>; body: unknown };

/** Returns the expected response of the guide, in the form of `send`. */
function readPromise(expected: string): Seen {
  const { start, headers, body } = readMessage(expected);
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(joinLines(headers).map(([name, value]) => [name, matching(value)])),
    body: matchingAll(readBody(body)),
  };
}

const readBody = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text);

/** Joins a repeated header, such as `Set-Cookie`, into one. */
function joinLines(headers: [string, string][]): [string, string][] {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) joined.set(name, [joined.get(name), value].filter(Boolean).join(', '));
  return [...joined];
}

/** Sends a request of the guide; `names` are the response headers to compare. */
async function send(url: string, given: string, cookie: string, names: string[]) {
  const { start, headers, body } = readMessage(given);
  const [method = '', ...address] = start.split(' ');
  const answer = await fetch(url + address.join(' '), {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, name === 'Cookie' ? cookie : value]),
    ...(body !== '' && { body: body.startsWith('--') ? `${body.replaceAll('\n', '\r\n')}\r\n` : body }),
  });
  const seen: Seen = {
    status: answer.status,
    headers: Object.fromEntries(names.map((name) => [name, answer.headers.get(name)])),
    body: readBody(await answer.text()),
  };
  return { seen, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
}

/** Runs a program of the guide and returns its output. */
async function run(url: string, program: string): Promise<string> {
  const words = ['--input-type=module', '-e', program.replace('http://127.0.0.1:3000', url)];
  return (await promisify(execFile)(process.execPath, words, { cwd: root })).stdout;
}

async function openGuidedLibrary() {
  const server = await openTestServer({
    settings: { ADMIN_EMAIL: librarian.email, ADMIN_PASSWORD: librarian.password },
  });
  const shelf = await openLibrarian(server.url, librarian);
  await shelf.upload('c-2080.html', Buffer.from('<!doctype html><title>C Programming</title><p>1. Loops.\n'), 'c-2080');
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
  await shelf.publish('paper', { ...place, title: 'C Programming 2080', year: 2080, fileId: 'c-2080' }, 'c-2080');
  return server;
}

test('every request of the guide gets the response it shows', async () => {
  await using server = await openGuidedLibrary();
  const examples = (await readExamples()).filter(({ kind }) => kind === 'http');
  expect(examples.length).toBeGreaterThan(8);
  let session = '';
  for (const { given, expected } of examples) {
    const promised = readPromise(expected);
    const { seen, cookie } = await send(server.url, given, session, Object.keys(promised.headers));
    session = cookie ?? session;
    expect([given, seen]).toEqual([given, promised]);
  }
});

test('every program of the guide prints the output it shows', async () => {
  await using server = await openGuidedLibrary();
  const examples = (await readExamples()).filter(({ kind }) => kind === 'js');
  expect(examples).toHaveLength(1);
  for (const { given, expected } of examples) expect(await run(server.url, given)).toBe(expected);
});
