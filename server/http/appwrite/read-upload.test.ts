import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readUpload, type UploadForm } from './read-upload.ts';

const contentType = 'multipart/form-data; boundary=x';
const idField = '--x\r\ncontent-disposition: form-data; name="fileId"\r\n\r\nf1\r\n';
const fileHead =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/octet-stream\r\n\r\n';
const fileField = (content: string) => `${fileHead}${content}\r\n`;
const end = '--x--\r\n';

const readWhole = async ({ fields, fileName, bytes }: UploadForm) => ({
  fileId: fields.find(([name]) => name === 'fileId')?.[1],
  fileName,
  content: (await buffer(bytes)).toString(),
});

test('the fields before the file, and the file, are passed on', async () => {
  const source = Readable.from([idField, fileField('hello'), end]);
  expect(await readUpload(source, contentType, readWhole)).toEqual({
    fileId: 'f1',
    fileName: 'a.pdf',
    content: 'hello',
  });
});

test('names of every script and with quotes arrive unchanged', async () => {
  const head = fileHead.replace('a.pdf', 'गणित %22१%22.pdf');
  const source = Readable.from([Buffer.from(`${head}hello\r\n${end}`)]);
  expect((await readUpload(source, contentType, readWhole)).fileName).toBe('गणित "१".pdf');
});

test.each([
  ['in UTF-8', 'filename="Génie.pdf"'],
  ['in Latin-1', Buffer.from('filename="G\xe9nie.pdf"', 'latin1')],
  ['as filename* alone', "filename*=UTF-8''G%C3%A9nie.pdf"],
  ['as filename* with a fallback before it', `filename="G_nie.pdf"; filename*=UTF-8''G%C3%A9nie.pdf`],
  ['as filename* with a fallback behind it', `filename*=iso-8859-1'fr'G%E9nie.pdf; filename="G_nie.pdf"`],
  ['as filename* in quotes', `filename*="UTF-8''G%C3%A9nie.pdf"`],
  ['in parts', `filename*0="G"; filename*1="énie"; filename*2=".pdf"`],
  ['in encoded parts', `filename*0*=UTF-8''G%C3; filename*1*=%A9nie; filename*2=".pdf"; filename="G_nie.pdf"`],
  ['as an encoded word', 'filename="=?utf-8?B?R8OpbmllLnBkZg==?="'],
  ['as an encoded word in quoted-printable', 'filename="=?ISO-8859-1?Q?G=E9nie=2Epdf?="'],
  ['as two encoded words that divide a character', 'filename="=?UTF-8?Q?G=C3?= =?UTF-8?Q?=A9nie?=.pdf"'],
  ['as an encoded word, with filename*', `filename="=?utf-8?B?R8OpbmllLnBkZg==?="; filename*=UTF-8''G%C3%A9nie.pdf`],
  ['as filename* that is not written right', `filename*=G%C3%A9nie; filename="Génie.pdf"`],
])('a name that is sent %s arrives complete', async (_, parameter) => {
  const [before = '', after = ''] = fileHead.split('filename="a.pdf"');
  const source = Readable.from([idField, before, Buffer.from(parameter), after, 'hello\r\n', end]);
  expect(await readUpload(source, contentType, readWhole)).toEqual({
    fileId: 'f1',
    fileName: 'Génie.pdf',
    content: 'hello',
  });
});

test('a path of Windows, quotes and semicolons in a name arrive unchanged', async () => {
  const head = fileHead.replace('a.pdf', String.raw`C:\exams\ds; \"2080\".pdf`);
  const source = Readable.from([head, 'hello\r\n', end]);
  expect((await readUpload(source, contentType, readWhole)).fileName).toBe(String.raw`C:\exams\ds; "2080".pdf`);
});

test('empty fields, and fields that arrive byte by byte, are read', async () => {
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = field('a', 'é') + fileField('hello') + field('b', '') + end;
  const source = Readable.from([...Buffer.from(form)].map((byte) => Buffer.of(byte)));
  const taken = await readUpload(source, contentType, async ({ bytes, allFields }) => {
    const content = (await buffer(bytes)).toString();
    return [content, ...(await allFields)];
  });
  expect(taken).toEqual(['hello', ['a', 'é'], ['b', '']]);
});

test('fields after the file and other files are ignored', async () => {
  const other = fileField('other').replace('name="file"', 'name="image"');
  const source = Readable.from([other, fileField('hello'), fileField('again'), idField, end]);
  expect(await readUpload(source, contentType, readWhole)).toEqual({
    fileId: undefined,
    fileName: 'a.pdf',
    content: 'hello',
  });
});

test('a caller that leaves bytes unread does not block the form', async () => {
  const source = Readable.from([fileField('x'.repeat(300_000)), end]);
  expect(await readUpload(source, contentType, async () => 'done')).toBe('done');
});

test('a refusal leaves the source open, so that a response can be sent', async () => {
  const source = new PassThrough();
  source.write(fileField('hello'));
  await expect(
    readUpload(source, contentType, async () => {
      throw new Error('no such type');
    }),
  ).rejects.toThrow('no such type');
  expect(source.destroyed).toBe(false);
});

test('when the connection breaks, the bytes end with an error, and the caller is notified before the refusal', async () => {
  const source = new PassThrough();
  const ended: string[] = [];
  const reading = readUpload(source, contentType, async ({ bytes }) => {
    await buffer(bytes).catch((error: Error) => {
      ended.push(error.message);
      throw error;
    });
  });
  source.write(`${fileHead}half of`);
  setImmediate(() => source.destroy());
  await expect(reading).rejects.toThrow('The connection broke before the upload was complete.');
  expect(ended).toEqual(['The connection broke before the upload was complete.']);
});

test('a form that ends in the middle of its file is an error', async () => {
  const source = Readable.from([`${fileHead}half of`]);
  await expect(readUpload(source, contentType, readWhole)).rejects.toThrow(/incomplete|broke before|terminated early/);
});

test.each([
  ['no form at all', 'application/json', '{}', 'storage_file_empty'],
  ['a form without a boundary', 'multipart/form-data', idField, 'general_argument_invalid'],
  ['a form without a file', contentType, idField + end, 'storage_file_empty'],
  ['a file field that is text', contentType, idField.replace('fileId', 'file') + end, 'storage_file_empty'],
])('%s is refused', async (_, type, body, problemType) => {
  await expect(readUpload(Readable.from([body]), type, readWhole)).rejects.toMatchObject({ type: problemType });
});

test('fields after the file are available once the file has been read', async () => {
  const folder = '--x\r\ncontent-disposition: form-data; name="folder"\r\n\r\nexams\r\n';
  const source = Readable.from([idField, fileField('hello'), folder, end]);
  const taken = await readUpload(source, contentType, async ({ fields, bytes, allFields }) => {
    const before = fields.length;
    await buffer(bytes);
    return [before, ...(await allFields)];
  });
  expect(taken).toEqual([1, ['fileId', 'f1'], ['folder', 'exams']]);
});

test('a form that breaks off after the file never resolves with all its fields', async () => {
  const source = Readable.from([idField, fileField('hello'), '--x\r\ncontent-disposition: form-data; name="fol']);
  const taken = readUpload(source, contentType, async ({ bytes, allFields }) => {
    await buffer(bytes);
    return allFields;
  });
  await expect(taken).rejects.toMatchObject({ type: 'general_argument_invalid' });
});
