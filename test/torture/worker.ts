import { chunkBytes } from '#domain/chunk.ts';
import { api } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/document.ts';
import { digest, ids, rangeHeaders, uploadForm } from '#test/support/library.ts';
import { makeFile, type ExpectedMaterial, type ExpectedShelf, type SentFile, type Standing } from './expected-shelf.ts';
import type { Random } from './seeded-random.ts';

/** Few, so that each is changed often. */
const mostMaterials = 10;
/** The server sheds load, or is about to end: nothing was promised. */
const unpromised = new Set([429, 503]);
const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1', year: 2024 };

/** The connection broke: what became of the request is not known. */
class Broken extends Error {}

export type Connection = { url: string; headers: Readonly<Record<string, string>> };

/**
 * Changes its own part of the shelf, one step after the other, and writes down what was promised, until the connection
 * breaks. Answers how many steps were acknowledged. Throws when an answer is not what it must be.
 */
export async function workUntilBroken(
  name: string,
  shelf: ExpectedShelf,
  connection: Connection & { onRequest(): void },
  random: Random,
): Promise<number> {
  let steps = 0;
  try {
    for (;;) {
      await takeStep();
      steps++;
    }
  } catch (error) {
    if (error instanceof Broken) return steps;
    throw error;
  }

  async function takeStep(): Promise<void> {
    const all = [...shelf.materials.values()].filter(({ possible }) => possible[0]?.state !== 'none');
    if (all.length === 0 || (all.length < mostMaterials && random.onceIn(3))) return publish();
    const material = random.pick(all);
    const standing = certain(material);
    if (standing.state === 'trash') return random.onceIn(3) ? purge(material, standing) : undo(material, standing);
    return random.pick([edit, replace, withdraw, read])(material, standing);
  }

  async function publish(): Promise<void> {
    const file = await provideFile();
    const id = `${name}-m${shelf.materials.size}`;
    const material: ExpectedMaterial = { id, possible: [{ state: 'none', title: '', fileId: '' }] };
    shelf.materials.set(id, material);
    const standing: Standing = { state: 'published', title: `Title ${random.below(1e6)}`, fileId: file.id };
    await change(material, standing, 'POST', api.documents(ids, 'papers'), {
      documentId: id,
      data: { ...place, title: standing.title, downloadUrl: urlOf(file.id) },
    });
  }

  async function edit(material: ExpectedMaterial, standing: Standing): Promise<void> {
    const title = `Title ${random.below(1e6)}`;
    await change(material, { ...standing, title }, 'PATCH', api.document(ids, 'papers', material.id), {
      data: { title },
    });
  }

  async function replace(material: ExpectedMaterial, standing: Standing): Promise<void> {
    const file = await provideFile();
    await change(material, { ...standing, fileId: file.id }, 'PATCH', api.document(ids, 'papers', material.id), {
      data: { downloadUrl: urlOf(file.id) },
    });
    const old = shelf.files.get(standing.fileId);
    if (!old || random.onceIn(2)) return;
    old.is = 'uncertain';
    shelf.touched.add(old.id);
    await ask('DELETE', api.file(ids, old.id));
    old.is = 'gone';
  }

  async function withdraw(material: ExpectedMaterial, standing: Standing): Promise<void> {
    await change(material, { ...standing, state: 'trash' }, 'DELETE', api.document(ids, 'papers', material.id));
  }

  async function undo(material: ExpectedMaterial, standing: Standing): Promise<void> {
    await change(material, { ...standing, state: 'published' }, 'POST', api.restoreMaterial(material.id), {});
  }

  async function purge(material: ExpectedMaterial, standing: Standing): Promise<void> {
    const file = shelf.files.get(standing.fileId);
    if (file) {
      file.is = 'uncertain';
      shelf.touched.add(file.id);
    }
    await change(material, { ...standing, state: 'none' }, 'POST', api.purgeMaterial(material.id), {});
    if (file) file.is = 'gone';
  }

  async function read(_material: ExpectedMaterial, { fileId }: Standing): Promise<void> {
    const answer = await ask('GET', api.fileDownload(ids, fileId));
    const found = digest(new Uint8Array(await answer.arrayBuffer().catch(broken)));
    if (found !== shelf.files.get(fileId)?.sha256) throw new Error(`${fileId} was answered with other bytes`);
  }

  /** A file that is whole in the library and that no material uses: one of an upload that broke off first. */
  async function provideFile(): Promise<SentFile> {
    const used = new Set([...shelf.materials.values()].flatMap(({ possible }) => possible.map(({ fileId }) => fileId)));
    const begun = [...shelf.files.values()].find((file) => file.is === 'uncertain' && !used.has(file.id));
    const file = begun ?? makeFile(`${name}-f${shelf.files.size}`, random);
    shelf.files.set(file.id, file);
    shelf.touched.add(file.id);
    await upload(file, begun ? await heldChunks(file) : 0);
    file.is = 'there';
    return file;
  }

  async function heldChunks(file: SentFile): Promise<number> {
    const answer = await ask('GET', api.file(ids, file.id), undefined, [404]);
    return answer.status === 404 ? 0 : ((await answer.json().catch(broken)) as FileAnswer).chunksUploaded;
  }

  async function upload(file: SentFile, held: number): Promise<void> {
    const { id, bytes } = file;
    for (let start = held * chunkBytes; start < bytes.length; start += chunkBytes) {
      const part = bytes.subarray(start, start + chunkBytes);
      const body = uploadForm(id, `${id}.pdf`, part);
      const answer = await ask('POST', api.files(ids), body, [], rangeHeaders(id, start, part.length, bytes.length));
      const stored = (await answer.json().catch(broken)) as FileAnswer;
      const isLast = start + chunkBytes >= bytes.length;
      if (isLast && stored.signature !== file.sha256) throw new Error(`${id} was stored with other bytes`);
    }
  }

  async function change(material: ExpectedMaterial, after: Standing, method: string, address: string, body?: object) {
    material.possible = [certain(material), after];
    shelf.touched.add(material.id);
    await ask(method, address, body);
    material.possible = [after];
  }

  /** Throws `Broken` when no answer came, and an Error for one that is neither good nor expected. */
  async function ask(
    method: string,
    address: string,
    body?: object,
    expected: readonly number[] = [],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    connection.onRequest();
    const isForm = body instanceof FormData;
    const answer = await fetch(`${connection.url}${address}`, {
      method,
      headers: { ...connection.headers, ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }).catch(broken);
    if (unpromised.has(answer.status)) return broken();
    if (answer.ok || expected.includes(answer.status)) return answer;
    throw new Error(`${method} ${address}: ${answer.status} ${await answer.text().catch(broken)}`);
  }

  function urlOf(fileId: string): string {
    return `${connection.url}${api.filePreview(ids, fileId)}`;
  }
}

/** How a material stands between two steps: after each kill it was looked at. */
function certain({ id, possible }: ExpectedMaterial): Standing {
  const [standing] = possible;
  if (!standing || possible.length > 1) throw new Error(`it is not known how ${id} stands`);
  return standing;
}

function broken(): never {
  throw new Broken();
}
