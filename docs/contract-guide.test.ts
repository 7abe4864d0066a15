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

/** The blocks of the guide in pairs: what is sent or run, and what comes of it. */
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

/** Head and body of a request or an answer as the guide writes it. */
function readMessage(text: string): { start: string; headers: [string, string][]; body: string } {
  const [head = '', ...rest] = text.split('\n\n');
  const [start = '', ...lines] = head.trim().split('\n');
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { start, headers, body: rest.join('\n\n').trimEnd() };
}

/** What a text with `…` in it stands for. */
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

async function send(url: string, given: string, cookie: string): Promise<Response> {
  const { start, headers, body } = readMessage(given);
  const [method = '', ...address] = start.split(' ');
  const sent = headers.map(([name, value]): [string, string] => [name, name === 'Cookie' ? cookie : value]);
  return fetch(url + address.join(' '), {
    method,
    headers: sent,
    ...(body !== '' && { body: body.startsWith('--') ? `${body.replaceAll('\n', '\r\n')}\r\n` : body }),
  });
}

test('every example of the guide does what it says', async () => {
  await using server = await openTestServer({
    settings: { ADMIN_EMAIL: librarian.email, ADMIN_PASSWORD: librarian.password },
  });
  const shelf = await openLibrarian(server.url, librarian);
  await shelf.upload('c-2080.html', Buffer.from('<!doctype html><title>C Programming</title><p>1. Loops.\n'), 'c-2080');
  const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };
  await shelf.publish('paper', { ...place, title: 'C Programming 2080', year: 2080, fileId: 'c-2080' }, 'c-2080');

  const examples = await readExamples();
  expect(examples.length).toBeGreaterThan(10);
  let cookie = '';
  for (const { kind, given, expected } of examples) {
    if (kind === 'js') {
      const program = given.replace('http://127.0.0.1:3000', server.url);
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        cwd: root,
      });
      expect(stdout).toBe(expected);
      continue;
    }
    const answer = await send(server.url, given, cookie);
    const [setCookie] = answer.headers.getSetCookie();
    cookie = setCookie?.split(';')[0] ?? cookie;
    const { start, headers, body } = readMessage(expected);
    expect([given, answer.status]).toEqual([given, Number(start.split(' ')[1])]);
    for (const [name, value] of headers) expect(answer.headers.get(name)).toEqual(matching(value));
    const text = await answer.text();
    if (body.startsWith('{')) expect(JSON.parse(text)).toEqual(matchingAll(JSON.parse(body)));
    else expect(text).toBe(body);
  }
});
