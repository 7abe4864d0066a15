import { randomBytes } from 'node:crypto';
import { api, pages } from '#contract/addresses.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, rangeHeaders, uploadForm, type Librarian } from '#test/support/library.ts';

/** Acknowledged writes, and writes that may have been done although the response was lost. */
export type Acknowledged = { digest: string; title: string; tried: string[]; isHidden: boolean };

export type Load = {
  /** Number of responses by kind of request and status: `list: 200`. */
  counts: Map<string, number>;
  broken: Set<string>;
  /** By id: file and material have the same one. */
  materials: Map<string, Acknowledged>;
  /** Materials with a request to hide them, whatever the response. */
  maybeHidden: Set<string>;
  slowestMs: number;
  stop(): Promise<void>;
};

/** Longest time of a request, whatever the engines do. */
const limitMs = 60_000;
const guest = { 'x-appwrite-project': ids.projectId };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

/** Runs guests who read and an administrator who writes in a loop until it is stopped. */
export function startLoad(url: string, librarian: Librarian, read: { id: string; bytes: Uint8Array }): Load {
  const load: Load = {
    counts: new Map(),
    broken: new Set(),
    materials: new Map(),
    maybeHidden: new Set(),
    slowestMs: 0,
    stop,
  };
  const stopping = new AbortController();
  let made = 0;
  const round = randomBytes(4).toString('hex');
  const wanted = digest(read.bytes);

  /** Sends a request and reads the whole response; null if the connection was closed. */
  async function ask(kind: string, path: string, init: RequestInit = {}) {
    const begun = performance.now();
    const signal = AbortSignal.timeout(limitMs);
    let word = '';
    try {
      const answer = await fetch(`${url}${path}`, { headers: guest, ...init, signal });
      word = String(answer.status);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (answer.status >= 400) word += ` ${judge(load, kind, answer, bytes)}`;
      return { status: answer.status, bytes };
    } catch {
      if (signal.aborted) load.broken.add(`${kind}: no complete response within ${limitMs / 1000} s`);
      word += word === '' ? 'no answer' : ' cut off';
      return null;
    } finally {
      load.slowestMs = Math.max(load.slowestMs, performance.now() - begun);
      const key = `${kind}: ${word}`;
      load.counts.set(key, (load.counts.get(key) ?? 0) + 1);
    }
  }

  const files = api.fileDownload(ids, read.id);
  const reads: Record<string, () => Promise<void>> = {
    page: async () => void (await ask('page', `${pages.material(read.id)}?n=${(made += 1)}`)),
    list: async () => void (await ask('list', `${api.documents(ids, 'papers')}?n=${(made += 1)}`)),
    search: async () => void (await ask('search', `/v1/search?q=engine${(made += 1) % 50}`)),
    async download() {
      const answer = await ask('download', files);
      if (answer?.status === 200 && digest(answer.bytes) !== wanted)
        load.broken.add('download: a 200 with other bytes');
    },
    async range() {
      const from = Math.floor(Math.random() * (read.bytes.length - 70_000));
      const answer = await ask('range', files, { headers: { ...guest, range: `bytes=${from}-${from + 65_535}` } });
      if (answer?.status === 206 && digest(answer.bytes) !== digest(read.bytes.subarray(from, from + 65_536)))
        load.broken.add('range: a 206 with other bytes');
    },
  };

  const write = (padBytes: number) => () =>
    publishOne({ ask, load, librarian, url, id: `load-${round}-${(made += 1)}`, padBytes });
  const writes = [chunkBytes + 200_000, 1000, 1000].map(write);
  const running = [...Object.values(reads), ...writes].map((work) => repeat(work, stopping.signal));

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(running);
  }
  return load;
}

/** The status and all bytes; null if the connection was closed. */
type Ask = (kind: string, path: string, init?: RequestInit) => Promise<{ status: number; bytes: Uint8Array } | null>;

/** Uploads a large file in two parts or a small one, publishes it, edits it, and hides every second one. */
async function publishOne(parts: {
  ask: Ask;
  load: Load;
  librarian: Librarian;
  url: string;
  id: string;
  padBytes: number;
}): Promise<void> {
  const { ask, load, librarian, url, id, padBytes } = parts;
  const bytes = makePdf([[id]], { padBytes });
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const part = bytes.subarray(from, from + chunkBytes);
    const headers = { ...librarian.headers, ...rangeHeaders(id, from, part.length, bytes.length) };
    const sent = await ask('upload', api.files(ids), {
      method: 'POST',
      headers,
      body: uploadForm(id, 'a.pdf', part),
    });
    if (!sent || sent.status >= 300) return;
  }
  const json = { ...librarian.headers, 'content-type': 'application/json' };
  const send = (kind: string, method: string, path: string, body: object) =>
    ask(kind, path, { method, headers: json, body: JSON.stringify(body) });
  const data = { ...place, title: 'First', year: 2024, downloadUrl: `${url}${api.filePreview(ids, id)}` };
  const published = await send('publish', 'POST', api.documents(ids, 'papers'), { documentId: id, data });
  if (published?.status !== 201) return;
  const known: Acknowledged = { digest: digest(bytes), title: 'First', tried: [], isHidden: false };
  load.materials.set(id, known);
  known.tried.push('Second');
  const own = api.document(ids, 'papers', id);
  const edited = await send('edit', 'PATCH', own, { data: { title: 'Second' } });
  if (edited?.status === 200) known.title = 'Second';
  if (load.materials.size % 2 === 0) return;
  load.maybeHidden.add(id);
  const hidden = await send('hide', 'PATCH', own, { permissions: ['read("label:admin")'] });
  if (hidden?.status === 200) known.isHidden = true;
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Checks the type of an error: only those of an unavailable engine, and of too much load, are allowed. */
function judge(load: Load, kind: string, answer: Response, bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const type = /"type":"([^"]+)"/.exec(text)?.[1] ?? '';
  if (answer.status !== 503 && answer.status !== 429)
    load.broken.add(`${kind}: ${answer.status} ${text.slice(0, 200)}`);
  else if (!answer.headers.has('retry-after')) load.broken.add(`${kind}: ${answer.status} without Retry-After`);
  else if (type === '' && kind !== 'page') load.broken.add(`${kind}: ${answer.status} without a type`);
  return type;
}

/** Compares the server's data with what it acknowledged; returns a line for each difference. */
export async function verifyAcknowledged(url: string, librarian: Librarian, load: Load): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, { title, tried, digest: wanted }] of load.materials) {
    const answer = await librarian.send('GET', api.document(ids, 'papers', id));
    const document = (await answer.json()) as { title?: string };
    if (answer.status !== 200 || !(document.title === title || tried.includes(document.title ?? '')))
      wrong.push(`${id}: published and then ${answer.status}, title ${document.title} instead of ${title}`);
    if (title === 'Second' && document.title !== 'Second') wrong.push(`${id}: an edit was lost`);
    const file = await fetch(`${url}${api.fileDownload(ids, id)}`, { headers: librarian.headers });
    if (file.status !== 200 || digest(new Uint8Array(await file.arrayBuffer())) !== wanted)
      wrong.push(`${id}: its file is ${file.status} or has other bytes`);
  }
  wrong.push(...(await verifyList(url, load)));
  return wrong;
}

/** Checks the list of guests: everything that is not hidden, once. */
async function verifyList(url: string, load: Load): Promise<string[]> {
  const wrong: string[] = [];
  const limit = encodeURIComponent(JSON.stringify({ method: 'limit', values: [5000] }));
  const answer = await fetch(`${url}${api.documents(ids, 'papers')}?queries[0]=${limit}`, { headers: guest });
  const { documents } = (await answer.json()) as { documents: { $id: string }[] };
  const listed = documents.map(({ $id }) => $id);
  if (new Set(listed).size < listed.length) wrong.push('the list of guests has a material twice');
  for (const [id, { isHidden }] of load.materials) {
    if (isHidden && listed.includes(id)) wrong.push(`${id}: hidden, and in the list of guests`);
    if (!isHidden && !load.maybeHidden.has(id) && !listed.includes(id)) wrong.push(`${id}: not in the list of guests`);
  }
  return wrong;
}
