import { describe, expect, test } from 'vitest';
import { callAs, uploadSmallFile } from '#test/support/contract-caller.ts';
import { makeDocx, makeOdt, whyNoOffice } from '#test/support/office-documents.ts';
import { files, noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';

async function openLibrary() {
  const library = await openThreeCallers({ readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
  const { admin, services } = library;
  await uploadSmallFile(admin, { id: 'document', name: 'Final 2079.docx', content: makeDocx(['Explain thrashing.']) });
  const begin = (ids: readonly string[], fileId = 'paper') =>
    admin.call('POST', '/photographs', {
      json: { fileId, name: 'Final 2079.pdf', photographs: ids.map((id) => ({ fileId: id })) },
    });
  const make = async (ids: readonly string[], fileId = 'paper') => {
    const begun = await begin(ids, fileId);
    if (begun.status !== 202) throw new Error(begun.text);
    await services.photographs.idle();
    return (await admin.call('GET', `/photographs/${fileId}`)).json;
  };
  return { ...library, begin, make };
}

describe.skipIf(whyNoOffice())('office documents', () => {
  test('a Word document becomes a PDF that search finds; the original stays, for administrators only', async () => {
    await using library = await openLibrary();
    const { admin, make, services, url } = library;
    const visitor = callAs(url);
    expect(await make(['document'])).toMatchObject({ state: 'made', done: 1, total: 1, failure: null });
    expect((await admin.call('GET', `${files}/paper`)).json).toMatchObject({
      name: 'Final 2079.pdf',
      mimeType: 'application/pdf',
      warning: null,
    });
    const data = { ...noteData, title: 'Operating Systems', downloadUrl: `/v1${files}/paper/preview` };
    expect((await admin.call('POST', notes, { json: { documentId: 'note', data } })).status).toBe(201);
    await services.textReading.idle();
    await services.indexKeeper.idle();
    const found = (await visitor.call('GET', '/search?q=thrashing')).json;
    expect(found['results']).toMatchObject([{ document: { title: 'Operating Systems' }, pages: [{ page: 1 }] }]);

    expect((await admin.call('GET', '/files/paper/photographs')).json).toMatchObject({
      total: 1,
      photographs: [{ fileId: 'document', name: 'Final 2079.docx' }],
    });
    expect((await visitor.call('GET', `${files}/document/download`)).status).toBe(404);
    const original = await admin.call('GET', `${files}/document/download`);
    expect(original.headers.get('content-type')).toMatch(/wordprocessingml\.document$/);
    expect(original.headers.get('content-disposition')).toContain('filename="Final 2079.docx"');
    expect((await admin.call('DELETE', `${files}/document`)).status).toBe(409);
  });

  test('a document that cannot be opened is named, and nothing is half-made', async () => {
    await using library = await openLibrary();
    const { admin, make } = library;
    const cut = makeOdt(['One']).subarray(0, 200);
    await uploadSmallFile(admin, { id: 'cut', name: 'cut.odt', content: cut });
    expect(await make(['cut'])).toMatchObject({
      state: 'failed',
      failure: { fileId: 'cut', message: expect.stringContaining('"cut.odt" could not be opened') },
    });
    expect((await admin.call('GET', `${files}/paper`)).status).toBe(404);
  });
});

test('a document becomes a PDF alone, and is no file of a material', async () => {
  await using library = await openLibrary();
  const { admin, begin } = library;
  expect((await begin(['document', 'document'])).json).toMatchObject({
    type: 'storage_file_type_unsupported',
    message: '"Final 2079.docx" becomes a PDF of its own. Send it alone.',
  });
  const data = { ...noteData, downloadUrl: `/v1${files}/document/preview` };
  const refused = await admin.call('POST', notes, { json: { documentId: 'note', data } });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('a PDF');
});
