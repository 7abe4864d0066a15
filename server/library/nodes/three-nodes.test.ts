import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import type { ChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm, type Librarian } from '#test/support/library.ts';
import { openNodeEngines } from '#test/support/node-engines.ts';
import { makeStampedScans } from '#test/support/picture-documents.ts';
import { holdTables, runOn } from '#test/support/postgres-server.ts';
import { listenAt } from '#test/support/realtime.ts';
import { whyNoS3 } from '#test/support/s3-server.ts';
import { openWholeNodes, type WholeNodes } from '#test/support/whole-nodes.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const reason = whyNoPostgres() ?? whyNoS3();
if (reason) process.stdout.write(`skipped: tests of three nodes behind a proxy, because ${reason}\n`);

const isSkipped = Boolean(reason) || isOnlyInSweep('engines');

/** Three processes as an operator runs them, behind a proxy that sends requests to each in turn. */
let three: WholeNodes;
const node = (index: number): ChildServer => three.nodes[index] as ChildServer;

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const run = (statement: string) => runOn(three.database.address, statement) as Promise<Record<string, unknown>[]>;
const leadsNow = async ({ url }: ChildServer) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { leads: boolean }).leads;
/** True if a node is extracting the text of a page. */
const readsNow = async ({ url }: ChildServer, { headers }: Librarian) =>
  ((await (await fetch(`${url}${panelApi.searchState()}`, { headers })).json()) as { reading: number }).reading > 0;
/** The recognition engine is loaded first. */
const patient = { timeout: 90_000 };
const visitor = { 'x-appwrite-project': ids.projectId };

beforeAll(async () => {
  if (!isSkipped) three = await openWholeNodes(['a', 'b', 'c']);
}, 180_000);

afterAll(async () => {
  if (!isSkipped) await three[Symbol.asyncDispose]();
});

const pdfOf = (words: string, chunks: number) => makePdf([[words]], { padBytes: chunks * chunkBytes - 100_000 });

/** Sends one chunk to one node. */
async function sendChunk(to: ChildServer, librarian: Librarian, id: string, bytes: Uint8Array, index: number) {
  const startAt = index * chunkBytes;
  const part = bytes.subarray(startAt, startAt + chunkBytes);
  return fetch(`${to.url}${api.files(ids)}`, {
    method: 'POST',
    headers: { ...librarian.headers, ...rangeHeaders(id, startAt, part.length, bytes.length) },
    body: uploadForm(id, 'paper.pdf', part),
  });
}

async function download({ url }: { url: string }, id: string): Promise<string> {
  const answer = await fetch(`${url}${api.fileDownload(ids, id)}`, { headers: visitor });
  expect(answer.status).toBe(200);
  return digest(new Uint8Array(await answer.arrayBuffer()));
}

const listed = async ({ url }: { url: string }) => {
  const answer = await fetch(`${url}${api.documents(ids, 'papers')}`, { headers: visitor });
  const { documents } = (await answer.json()) as { documents: { $id: string }[] };
  return documents.map(({ $id }) => $id);
};

describe.skipIf(isSkipped)('three nodes behind a plain proxy', () => {
  describeUploads();
  describeKilledReading();
  describeKilledPurge();
});

function describeUploads(): void {
  test('chunks arrive at different nodes, and a material published by one is announced and visible on another immediately', async () => {
    const librarian = await openLibrarian(node(0).url);
    const bytes = pdfOf('Chunks of three nodes', 3);
    // The list of each node is cached before.
    for (const each of three.nodes) expect(await listed(each)).toEqual([]);
    using client = await listenAt(node(2).url, { words: '&channels[]=documents' });
    await client.next();

    const viaProxy: Librarian = await openLibrarian(three.proxy.url);
    three.proxy.answeredBy.length = 0;
    await viaProxy.upload('paper.pdf', bytes, 'chunked');
    expect(new Set(three.proxy.answeredBy).size).toBe(3);

    const data = { ...place, title: 'Published by the second', year: 2024 };
    const body = {
      documentId: 'second',
      data: { ...data, downloadUrl: `${three.proxy.url}${api.filePreview(ids, 'chunked')}` },
    };
    const published = await fetch(`${node(1).url}${api.documents(ids, 'papers')}`, {
      method: 'POST',
      headers: { ...librarian.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([published.status, (await published.json()) as object]).toEqual([
      201,
      expect.objectContaining({ $id: 'second' }),
    ]);
    expect((await client.next()).data.payload.$id).toBe('second');
    expect(await listed(node(2))).toEqual(['second']);
    for (const each of three.nodes) expect(await download(each, 'chunked')).toBe(digest(bytes));
  });

  test('a browser that has a page from one node gets 304 from the others', async () => {
    const ask = async (to: ChildServer, held: string) =>
      fetch(`${to.url}${pages.papers('csit', '1', 'c-programming')}`, { headers: { 'if-none-match': held } });
    const etag = (await ask(node(0), '')).headers.get('etag') ?? 'none';
    const statuses = await Promise.all(three.nodes.map(async (each) => (await ask(each, etag)).status));
    expect(statuses).toEqual([304, 304, 304]);
  });

  test('a node that is killed in the middle of an upload loses no acknowledged data', async () => {
    const librarian = await openLibrarian(node(1).url);
    const bytes = pdfOf('A node is killed', 3);
    expect((await sendChunk(node(0), librarian, 'killed', bytes, 0)).status).toBe(201);
    expect((await sendChunk(node(0), librarian, 'killed', bytes, 1)).status).toBe(201);
    // The node is killed while it receives the last chunk, or just after.
    const last = sendChunk(node(0), librarian, 'killed', bytes, 2).catch(() => null);
    await three.kill(node(0));
    await last;
    const answer = await sendChunk(node(1), librarian, 'killed', bytes, 2);
    const file = (await answer.json()) as { chunksUploaded: number; chunksTotal: number; type?: string };
    expect([answer.status, file]).toEqual([
      expect.any(Number),
      expect.objectContaining({ chunksUploaded: 3, chunksTotal: 3 }),
    ]);
    // A client without a response sends the last chunk once more, and gets the same response.
    const again = (await (await sendChunk(node(2), librarian, 'killed', bytes, 2)).json()) as object;
    expect(again).toEqual(expect.objectContaining({ chunksUploaded: 3, chunksTotal: 3 }));
    expect(await download(node(2), 'killed')).toBe(digest(bytes));

    // The killed one starts again over the same folder and catches up.
    await three.restart(node(0));
    expect(await listed(node(0))).toEqual(await listed(node(2)));
    expect(await listed(node(0))).toContain('second');
  });
}

function describeKilledReading(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'if a node is killed while it recognises a scan, another continues, and no stored page is read again',
    async () => {
      // Notes which pages are stored as read (2) that waited for recognition (1) or were read already, and can block the
      // second one. The source is no indication: if recognition finds no more than a page's own text, that is stored.
      await run(`create table stored_pages (page bigint); create table gate (open bigint);
      create function note_page() returns trigger language plpgsql as
        $$ begin insert into stored_pages values (new.page); if new.page > 1 then perform * from gate; end if; return new; end $$;
      create trigger note_page after update on text_pages for each row
        when (old.state > 0 and new.state = 2) execute function note_page()`);
      const stored = async () =>
        (await run('select page from stored_pages order by page')).map(({ page }) => Number(page));
      const waiting = async () =>
        Number((await run('select sum(waiting_ocr) as pages from text_documents'))[0]?.['pages']);
      const isWaiting = () => run("select 1 from pg_locks where relation = cast('gate' as regclass) and not granted");
      const gate = await holdTables(three.database.address, ['gate']);
      const librarian = await openLibrarian(node(0).url);
      await librarian.upload('scan.pdf', makeStampedScans(3, 'Scanned by a shop'), 'scan');
      await expect.poll(isWaiting, patient).toHaveLength(1);
      const reads = await Promise.all(three.nodes.map((each) => readsNow(each, librarian)));
      const [reader, other] = [node(reads.indexOf(true)), node(reads.indexOf(false))];
      await three.kill(reader);
      await gate.release();
      expect([await stored(), await waiting()]).toEqual([[1], 2]);

      // As a minute later. A node that gets something to read also checks for abandoned work.
      await run('update text_documents set claimed_until = clock_timestamp() where claimed_by is not null');
      await (await openLibrarian(other.url)).upload('other.pdf', makePdf([['Something to read']]), 'other');
      await expect.poll(waiting, patient).toBe(0);
      expect(await stored()).toEqual([1, 2, 3]);
      await three.restart(reader);
      // The patience may apply twice.
    },
    240_000,
  );
}

function describeKilledPurge(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'if a node is killed while it purges, the next leader removes the bytes, and each removal is noted once',
    async () => {
      const purged = ['p1', 'p2', 'p3', 'p4'];
      const leads = await Promise.all(three.nodes.map(leadsNow));
      // No node leads if the leader was killed before this test: then its lease lasts until this node has been killed as
      // well.
      if (!leads.includes(true))
        await run("update lease set holder = 'killed', until = until + 600000 where name = 'lead'");
      const leader = node(Math.max(0, leads.indexOf(true)));
      const other = three.nodes.find((each) => each !== leader) as ChildServer;
      const librarian = await openLibrarian(leader.url);
      for (const id of purged) {
        await librarian.upload(`${id}.pdf`, makePdf([[id]]), id);
        await librarian.publish('note', { ...place, title: id, fileId: id }, id);
        await librarian.send('DELETE', api.document(ids, 'notes', id));
      }
      const purge = ({ send }: Librarian, id: string) =>
        send('POST', panelApi.purgeMaterial(id)).then(({ status }) => status);
      const [acknowledged = '', ...others] = purged;
      expect(await purge(librarian, acknowledged)).toBe(204);

      // The node is killed before it removes the first bytes, whose records are deleted already.
      three.line.watch = (sent) => {
        if (!/^DELETE \S*\/files\/p[234]\b/.test(sent)) return false;
        leader.process.kill('SIGKILL');
        return true;
      };
      const answers = await Promise.allSettled(others.map((id) => purge(librarian, id)));
      await three.kill(leader);
      three.line.watch = () => false;
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 'rejected'));
      await using engines = await openEngines();
      const gone = async () => {
        const found = await Promise.all(purged.map((id) => engines.database.materials.find(id)));
        return purged.filter((_, index) => !found[index]);
      };
      const bytes = async () => {
        const found = await Promise.all(purged.map((id) => engines.storage.find(id)));
        return purged.filter((_, index) => found[index]);
      };
      const removed = await gone();
      expect([removed.length, removed[0], await bytes()]).toEqual([expect.any(Number), acknowledged, others]);
      expect(removed.length).toBeGreaterThan(1);

      // As a minute later: the leases of the killed node have expired. A node that is started polls the lead at once.
      await run("update lease set until = 0 where name = 'lead'; update file_holds set held_until = clock_timestamp()");
      await three.restart(leader);
      await expect.poll(bytes).toEqual(purged.filter((id) => !removed.includes(id)));
      // The client without a response sends the request again.
      const again = await openLibrarian(other.url);
      const statuses = await Promise.all(others.map((id) => purge(again, id)));
      expect(statuses).toEqual(others.map((id) => (removed.includes(id) ? 404 : 204)));
      expect([await gone(), await bytes()]).toEqual([purged, []]);
      const notes = await run("select subject_id as id from trail where action = 'deleted permanently' order by 1");
      expect(notes.map(({ id }) => id)).toEqual(purged);
    },
  );
}

/** Opens the engines of the nodes in this process. */
async function openEngines() {
  const engines = await openNodeEngines({
    databaseUrl: three.database.url,
    storageUrl: three.storageUrl,
    holdMs: 1000,
  });
  return {
    ...engines,
    async [Symbol.asyncDispose]() {
      await engines.storage.close();
      await engines.database.close();
    },
  };
}
