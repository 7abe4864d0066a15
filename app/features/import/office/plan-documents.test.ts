import { expect, test } from 'vitest';
import type { SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import type { KnownPdf } from '#app/features/import/intake/plan-pages.ts';
import { typeByBytes } from '#domain/file-type.ts';
import { makeDocx, makeRtf } from '#test/support/office-documents.ts';
import { inspectDocuments, planDocuments } from './plan-documents.ts';

const live = new AbortController().signal;
const fileOf = (path: string, bytes: Uint8Array<ArrayBuffer>) => ({
  path,
  name: path.split('/').at(-1) ?? '',
  sizeBytes: bytes.length,
  open: async () => new Blob([bytes]),
});

async function inspect(files: Record<string, Uint8Array<ArrayBuffer>>) {
  const found = [];
  const list = Object.entries(files).map(([path, bytes]) => fileOf(path, bytes));
  for await (const each of inspectDocuments(list, { hash: async (blob) => `digest of ${blob.size}`, signal: live }))
    found.push('notTaken' in each ? each.notTaken.reason : each.document.type.name);
  return found;
}

test('documents are judged by their bytes, whatever their names say', async () => {
  expect(
    await inspect({
      'a/paper.docx': makeDocx(['One']),
      'a/paper.doc': makeRtf(['One']),
      'a/page.doc': Buffer.from('<html><body>One</body></html>'),
      [`${'deep/'.repeat(300)}x.docx`]: makeDocx(['One']),
    }),
  ).toEqual([
    'a Word document',
    'an RTF text',
    'The file is named .doc but is not a Word document.',
    'Its path is too long.',
  ]);
});

const bytes = makeDocx(['One']);
const document = (path: string, digest: string): SourceFile => {
  const type = typeByBytes(path, bytes);
  if (!type) throw new Error('no type');
  return { file: fileOf(path, bytes), type, digest };
};
const known = (digest: string, state: KnownPdf['state'], path: string | null): KnownPdf => ({
  fileId: `file of ${digest}`,
  stagedId: null,
  materialId: null,
  path,
  title: 'Physics 2079',
  state,
  photographs: [digest],
});

function plan(documents: readonly SourceFile[], pdfs: readonly KnownPdf[] = [], used: readonly string[] = []) {
  const planned = planDocuments(documents, pdfs, new Set(used));
  return { paths: planned.pdfs.map(({ path }) => path), reasons: planned.notTaken.map(({ reason }) => reason) };
}

test('each document becomes a PDF of the same name, with a number if that is in use', () => {
  expect(plan([document('a/One.docx', '1'), document('a/one.doc', '2'), document('b/x.y.pptx', '3')])).toEqual({
    paths: ['a/One.pdf', 'a/one (2).pdf', 'b/x.y.pdf'],
    reasons: [],
  });
  expect(plan([document('a/One.docx', '1')], [], ['a/one.pdf']).paths).toEqual(['a/One (2).pdf']);
});

test('a document that was begun before continues under its path, and no document becomes a second PDF', () => {
  const documents = [document('new/One.docx', '1'), document('copy/One.docx', '1'), document('a/Two.docx', '2')];
  expect(plan(documents, [known('1', 'waiting', 'old/One.pdf'), known('2', 'trash', null)])).toEqual({
    paths: ['old/One.pdf'],
    reasons: ['The same document as new/One.docx.', 'It is in the trash as “Physics 2079”. Restore it there.'],
  });
});
