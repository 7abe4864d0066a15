import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { photographFileId } from '#contract/photographs.ts';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { makeDocx } from '#test/support/office-documents.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

test('without LibreOffice a PDF is refused with what to install, and its row names the stored document', async () => {
  await using library = await openThreeCallers({ settings: { OCR_LANGUAGES: 'off' }, findOffice: () => null });
  const { admin } = library;
  const content = makeDocx(['One']);
  const digest = createHash('sha256').update(content).digest('hex');
  const staged = await admin.call('POST', '/staging/photographs', {
    json: { pdfs: [{ path: 'OS/Final.pdf', photographs: [{ digest, size: content.length }] }] },
  });
  const [row] = staged.json['files'] as { fileId: string; documentId: string | null }[];
  expect(row?.documentId).toBeNull();
  const documentId = photographFileId(digest);
  await uploadSmallFile(admin, { id: documentId, name: 'Final.docx', content });
  const listed = await admin.call('GET', '/staging?filter=open');
  expect(listed.json['files']).toMatchObject([{ path: 'OS/Final.pdf', state: 'waiting', documentId }]);
  const request = { fileId: row?.fileId, name: 'Final.pdf', photographs: [{ fileId: documentId }] };
  const refused = await admin.call('POST', '/photographs', { json: request });
  expect(refused.json).toMatchObject({
    code: 409,
    type: 'office_not_installed',
    message: expect.stringContaining('LibreOffice is installed on the server (in Debian: libreoffice-writer-nogui)'),
  });
  // It is not remembered as a failure of the document.
  expect((await admin.call('GET', `/photographs/${row?.fileId}`)).status).toBe(404);
});
