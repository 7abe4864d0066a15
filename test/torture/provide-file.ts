import { chunkBytes } from '#domain/text/chunk.ts';
import { api } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { ids, rangeHeaders, uploadForm } from '#test/support/library.ts';
import { broken, type SendRequest } from './connection.ts';
import { makeFile, type ExpectedShelf, type SentFile } from './expected-shelf.ts';
import type { Random } from './seeded-random.ts';

/** Makes a function that uploads a file no material uses; an interrupted upload is resumed first. */
export function createFileProvider(
  name: string,
  shelf: Pick<ExpectedShelf, 'materials' | 'files' | 'touched'>,
  send: SendRequest,
  random: Random,
): () => Promise<SentFile> {
  async function countStoredChunks(file: SentFile): Promise<number> {
    const answer = await send('GET', api.file(ids, file.id), undefined, { expected: [404] });
    return answer.status === 404 ? 0 : ((await answer.json().catch(broken)) as FileAnswer).chunksUploaded;
  }

  async function upload(file: SentFile, storedChunks: number): Promise<void> {
    const { id, bytes } = file;
    for (let start = storedChunks * chunkBytes; start < bytes.length; start += chunkBytes) {
      const part = bytes.subarray(start, start + chunkBytes);
      const body = uploadForm(id, `${id}.pdf`, part);
      const answer = await send('POST', api.files(ids), body, {
        headers: rangeHeaders(id, start, part.length, bytes.length),
      });
      const stored = (await answer.json().catch(broken)) as FileAnswer;
      const isLast = start + chunkBytes >= bytes.length;
      if (isLast && stored.signature !== file.sha256) throw new Error(`${id} was stored with other bytes`);
    }
  }

  return async () => {
    const used = new Set([...shelf.materials.values()].flatMap(({ possible }) => possible.map(({ fileId }) => fileId)));
    const begun = [...shelf.files.values()].find((file) => file.state === 'uncertain' && !used.has(file.id));
    const file = begun ?? makeFile(`${name}-f${shelf.files.size}`, random);
    shelf.files.set(file.id, file);
    shelf.touched.add(file.id);
    await upload(file, begun ? await countStoredChunks(file) : 0);
    file.state = 'stored';
    return file;
  };
}
