import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { TrashAnswer } from '#contract/schemas/answer-types.ts';
import type { FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';
import { digest, ids } from '#test/support/library.ts';
import { noMaterial, type ExpectedShelf, type MaterialState, type SentFile } from './expected-shelf.ts';
import type { Connection } from './connection.ts';
import { checkImported, listStaged, stagedTitle } from './staging-steps.ts';

/** With one to five seconds between them. */
const maxTries = 30;

const allOfThem = new URLSearchParams([['queries[]', JSON.stringify({ method: 'limit', values: [5000] })]]).toString();

/**
 * Compares the library with the acknowledged changes, and adopts its state where that was uncertain. Only changed files
 * are read byte by byte, unless `everything` is true. Returns a sentence for every fault.
 */
export async function lookAfterKill(
  shelf: ExpectedShelf,
  connection: Connection,
  everything = false,
): Promise<string[]> {
  const wrong: string[] = [];
  const papers = await get<{ documents: MaterialDocument[] }>(`${api.documents(ids, 'papers')}?${allOfThem}`);
  const isImported = (name: string) => name.startsWith(stagedTitle);
  const published = papers.documents.filter(({ title }) => !isImported(title));
  const trash = await get<TrashAnswer>(`${panelApi.trash()}?limit=100`);
  const { files: listed } = await get<{ files: FileAnswer[] }>(`${api.files(ids)}?${allOfThem}`);
  const stored = new Map(listed.map((file) => [file.$id, file]));
  const imported = { rows: await listStaged(get), stored, documents: papers.documents };
  wrong.push(...checkImported(shelf.imported, imported));
  const listedFiles = new Map([...stored].filter(([, { name }]) => !isImported(name)));

  const states = new Map<string, MaterialState>();
  for (const [state, documents] of [
    ['published', published],
    ['trash', trash.documents],
  ] as const) {
    for (const document of documents) {
      const [, fileId = ''] = /\/files\/([^/]+)\/preview/.exec(document.downloadUrl) ?? [];
      const isHidden = document.$permissions.length === 0;
      states.set(document.$id, { state, title: document.title, fileId, isHidden });
    }
  }

  for (const [id, found] of states) {
    if (!shelf.materials.has(id)) wrong.push(`no worker made the material ${id}`);
    if (!listedFiles.has(found.fileId))
      wrong.push(`the material ${id} is listed with the unfinished file ${found.fileId}`);
  }
  for (const material of shelf.materials.values()) {
    const found = states.get(material.id) ?? noMaterial;
    const isPossible = material.possible.some((each) => isSame(each, found));
    if (!isPossible) {
      wrong.push(
        `${material.id} is ${JSON.stringify(found)} and was acknowledged as ${JSON.stringify(material.possible)}`,
      );
    }
    // A purge that was not acknowledged has deleted the material and its file, or neither.
    const lost = material.possible.length > 1 && found.state === 'none' ? material.possible[0] : undefined;
    const file = lost && shelf.files.get(lost.fileId);
    if (file && lost?.state === 'trash') file.state = 'deleted';
    else if (file && lost?.state !== 'none') wrong.push(`${material.id} is gone`);
    material.possible = [found];
  }

  const inTrash = new Set([...states.values()].filter(({ state }) => state === 'trash').map(({ fileId }) => fileId));
  const inUse = new Set([...states.values()].map(({ fileId }) => fileId));
  for (const file of shelf.files.values()) {
    if (inUse.has(file.id)) file.state = 'stored';
    const isListed = listedFiles.has(file.id);
    if (file.state === 'deleting') file.state = isListed ? 'stored' : 'deleted';
    if (file.state === 'stored' && !isListed) wrong.push(`the file ${file.id} is missing`);
    if (file.state === 'deleted' && isListed) wrong.push(`the file ${file.id} was deleted and is listed again`);
    if (isListed && listedFiles.get(file.id)?.signature !== file.sha256) wrong.push(`${file.id} is another file`);
    if (isListed && !inTrash.has(file.id) && (everything || shelf.touched.has(file.id))) await read(file);
    if (file.state === 'deleted' && !isListed) file.bytes = Buffer.alloc(0);
  }
  for (const id of listedFiles.keys()) if (!shelf.files.has(id)) wrong.push(`no worker sent the file ${id}`);
  shelf.touched.clear();
  return wrong;

  async function read(file: SentFile): Promise<void> {
    const answer = await ask(api.fileDownload(ids, file.id));
    const found = digest(new Uint8Array(await answer.arrayBuffer()));
    if (!answer.ok || found !== file.sha256) wrong.push(`${file.id} is answered with ${answer.status} and other bytes`);
  }

  /** Retries when the server sheds load on a busy machine, up to `maxTries` times. */
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

function isSame(one: MaterialState, other: MaterialState): boolean {
  if (one.state === 'none' || other.state === 'none') return one.state === other.state;
  return (
    one.state === other.state &&
    one.title === other.title &&
    one.fileId === other.fileId &&
    one.isHidden === other.isHidden
  );
}
