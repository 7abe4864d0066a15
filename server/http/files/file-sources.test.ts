import { expect, test } from 'vitest';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { noteData, openThreeCallers } from '#test/support/three-callers.ts';

const files = '/storage/buckets/files/files';
const papers = '/databases/library/collections/papers/documents';
const paperData = { ...noteData, title: 'Operating Systems 2079', year: 2022 };

const body = '<p>1. The banker%ss algorithm %s caf%s.</p>';
/** Replaces placeholders by ’ — é as bytes of an encoding. */
const fill = (page: string, ...bytes: number[][]) =>
  Buffer.concat(page.split('%s').flatMap((piece, index) => [Buffer.from(piece), Buffer.from(bytes[index] ?? [])]));
const western = [[0x92], [0x97], [0xe9]];

test.each([
  ['declared in a meta tag', fill(`<meta charset=windows-1252>${body}`, ...western), 'windows-1252'],
  [
    'declared as HTML 4 did',
    fill(`<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">${body}`, ...western),
    'windows-1252',
  ],
  [
    'declared in XML',
    fill(`<?xml version="1.0" encoding="iso-8859-1"?><html>${body}</html>`, ...western),
    'windows-1252',
  ],
  [
    'not declared, as a late byte of a long page',
    fill(`<html>${'<i></i>'.repeat(10_000)}${body}`, ...western),
    'windows-1252',
  ],
  ['UTF-8, not declared', Buffer.from('<html><p>1. The banker’s algorithm — café.</p>'), 'utf-8'],
  ['UTF-16', Buffer.from('\ufeff<html><p>1. The banker’s algorithm — café.</p>', 'utf16le'), 'utf-16le'],
])('a paper in an encoding that is %s is sent with it, shown with its quotes, and read', async (_, bytes, charset) => {
  await using library = await openThreeCallers({ readsTexts: true });
  const id = await uploadSmallFile(library.admin, { name: 'paper.xhtml', content: bytes });
  const downloadUrl = `/v1${files}/${id}/download`;
  const made = await library.admin.call('POST', papers, {
    json: { documentId: 'paper', data: { ...paperData, downloadUrl } },
  });
  expect(made.status).toBe(201);

  for (const [action, type] of [
    ['download', 'text/html'],
    ['view', 'text/plain'],
    ['preview', 'text/plain'],
  ] as const) {
    const answer = await fetch(`${library.url}/v1${files}/${id}/${action}?project=examshelf`);
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=${charset}`);
    const read = new TextDecoder(charset).decode(await answer.arrayBuffer());
    expect(read).toContain('The banker’s algorithm — café.');
  }

  await library.services.textReading.idle();
  const text = await library.visitor.call('GET', '/materials/paper/pages/1/text');
  expect(text.json['text']).toContain('The banker’s algorithm — café.');
});
