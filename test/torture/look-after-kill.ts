import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/addresses.ts';
import type { TrashAnswer } from '#contract/additions.ts';
import type { FileAnswer, MaterialDocument } from '#contract/document.ts';
import { digest, ids } from '#test/support/library.ts';
import type { ExpectedShelf, SentFile, Standing } from './expected-shelf.ts';
import type { Connection } from './worker.ts';

/** With a wait of one to five seconds between them. */
const maxTries = 30;

const allOfThem = new URLSearchParams([['queries[]', JSON.stringify({ method: 'limit', values: [5000] })]]).toString();

/**
 * Compares the shelf with what was promised, and settles what was uncertain to how it now stands. Only what was touched
 * is read byte by byte, unless `everything` is to be. Answers a sentence for everything that is wrong.
 */
export async function lookAfterKill(
  shelf: ExpectedShelf,
  connection: Connection,
  everything = false,
): Promise<string[]> {
  const wrong: string[] = [];
  const published = await get<{ documents: MaterialDocument[] }>(`${api.documents(ids, 'papers')}?${allOfThem}`);
  const trash = await get<TrashAnswer>(`${api.trash()}?limit=100`);
  const { files: listed } = await get<{ files: FileAnswer[] }>(`${api.files(ids)}?${allOfThem}`);
  const listedFiles = new Map(listed.map((file) => [file.$id, file]));

  const standings = new Map<string, Standing>();
  for (const [state, documents] of [
    ['published', published.documents],
    ['trash', trash.documents],
  ] as const) {
    for (const document of documents) {
      const [, fileId = ''] = /\/files\/([^/]+)\/preview/.exec(document.downloadUrl) ?? [];
      standings.set(document.$id, { state, title: document.title, fileId });
    }
  }

  for (const [id, found] of standings) {
    if (!shelf.materials.has(id)) wrong.push(`nobody made the material ${id}`);
    if (!listedFiles.has(found.fileId))
      wrong.push(`the material ${id} is listed with the half-made file ${found.fileId}`);
  }
  for (const material of shelf.materials.values()) {
    const found = standings.get(material.id) ?? { state: 'none', title: '', fileId: '' };
    const isPossible = material.possible.some((each) => isSame(each, found));
    if (!isPossible) {
      wrong.push(
        `${material.id} is ${JSON.stringify(found)} and was promised to be ${JSON.stringify(material.possible)}`,
      );
    }
    // A purge that was not acknowledged takes the file along, or neither.
    const lost = material.possible.length > 1 && found.state === 'none' ? material.possible[0] : undefined;
    const file = lost && shelf.files.get(lost.fileId);
    if (file && lost?.state === 'trash') file.is = 'gone';
    else if (file && lost?.state !== 'none') wrong.push(`${material.id} is gone`);
    material.possible = [found];
  }

  const inTrash = new Set([...standings.values()].filter(({ state }) => state === 'trash').map(({ fileId }) => fileId));
  const inUse = new Set([...standings.values()].map(({ fileId }) => fileId));
  for (const file of shelf.files.values()) {
    if (inUse.has(file.id)) file.is = 'there';
    const isListed = listedFiles.has(file.id);
    if (file.is === 'there' && !isListed) wrong.push(`the file ${file.id} is not there`);
    if (file.is === 'gone' && isListed) wrong.push(`the file ${file.id} is there again`);
    if (isListed && listedFiles.get(file.id)?.signature !== file.sha256) wrong.push(`${file.id} is another file`);
    if (isListed && !inTrash.has(file.id) && (everything || shelf.touched.has(file.id))) await read(file);
    if (file.is === 'gone' && !isListed) file.bytes = Buffer.alloc(0);
  }
  for (const id of listedFiles.keys()) if (!shelf.files.has(id)) wrong.push(`nobody sent the file ${id}`);
  shelf.touched.clear();
  return wrong;

  async function read(file: SentFile): Promise<void> {
    const answer = await ask(api.fileDownload(ids, file.id));
    const found = digest(new Uint8Array(await answer.arrayBuffer()));
    if (!answer.ok || found !== file.sha256) wrong.push(`${file.id} is answered with ${answer.status} and other bytes`);
  }

  /** A server that sheds load on a busy machine is asked again, but not for ever. */
  async function ask(address: string, tries = maxTries): Promise<Response> {
    const answer = await fetch(`${connection.url}${address}`, { headers: connection.headers });
    if (answer.status !== 503 || tries === 1) return answer;
    await answer.body?.cancel();
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    return ask(address, tries - 1);
  }

  async function get<Answer>(address: string): Promise<Answer> {
    const answer = await ask(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
}

function isSame(one: Standing, other: Standing): boolean {
  if (one.state === 'none' || other.state === 'none') return one.state === other.state;
  return one.state === other.state && one.title === other.title && one.fileId === other.fileId;
}
