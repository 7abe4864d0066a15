import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import type { ChildServer } from '#test/support/child-server.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { digest, ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { whyNoS3 } from '#test/support/s3-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { openWholeNodes, type WholeNodes } from '#test/support/whole-nodes.ts';

/** Pages of PDFs rearranged while several nodes serve one library in PostgreSQL and S3. */

const reason = whyNoPostgres() ?? whyNoS3();
if (reason) process.stdout.write(`skipped: pages rearranged with several nodes, because ${reason}\n`);

const isSkipped = Boolean(reason) || isOnlyInSweep('engines');
const bookPages = 400;
const patient = { timeout: 60_000 };

let two: WholeNodes;
/** An administrator at each node. */
let librarians: [Librarian, Librarian];

beforeAll(async () => {
  if (isSkipped) return;
  two = await openWholeNodes(['a', 'b']);
  librarians = [await openLibrarian(nodeAt(0).url), await openLibrarian(nodeAt(1).url)];
  await librarians[0].upload('years.pdf', makePdf([['Year one'], ['Year two'], ['Year three']]), 'years');
  await librarians[0].upload('book.pdf', makeBook('a book', bookPages), 'book');
}, 180_000);

afterAll(async () => {
  if (!isSkipped) await two[Symbol.asyncDispose]();
});

const nodeAt = (index: number): ChildServer => two.nodes[index] as ChildServer;

const compose = ({ send }: Librarian, fileId: string, pages: readonly number[], of = 'years') =>
  send('POST', '/v1/compositions', {
    fileId,
    name: `${fileId}.pdf`,
    pages: pages.map((page) => ({ fileId: of, page })),
  });

/** Publishes a note of the three years. Returns the time of its last change. */
async function publish(librarian: Librarian, id: string): Promise<string> {
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  const data = { ...place, title: id, downloadUrl: `${two.proxy.url}${api.filePreview(ids, 'years')}` };
  const answer = await librarian.send('POST', api.documents(ids, 'notes'), { documentId: id, data });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { $updatedAt: string }).$updatedAt;
}

/** Returns the number of pages of a note as each node shows it to visitors; null where it is not shown. */
async function pagesOf(id: string): Promise<(number | null)[]> {
  return Promise.all(
    two.nodes.map(async ({ url }) => {
      const answer = await fetch(`${url}${api.document(ids, 'notes', id)}`, {
        headers: { 'x-appwrite-project': ids.projectId },
      });
      return answer.status === 200 ? ((await answer.json()) as { pageCount: number }).pageCount : null;
    }),
  );
}

describe.skipIf(isSkipped)('pages rearranged with several nodes', () => {
  test('a PDF that is requested at both nodes at once is stored once, and both read the same bytes', async () => {
    const asked = librarians.map((librarian) => compose(librarian, 'both', [3, 1]));
    const answers = await Promise.all((await Promise.all(asked)).map((answer) => answer.json()));
    expect(answers).toEqual(answers.map(() => ({ fileId: 'both', state: 'made' })));
    const bytes = await Promise.all(
      librarians.map(async ({ send }) => (await send('GET', api.fileDownload(ids, 'both'))).arrayBuffer()),
    );
    expect(new Set(bytes.map((each) => digest(new Uint8Array(each)))).size).toBe(1);
    expect(await (await compose(librarians[1], 'both', [2])).json()).toMatchObject({
      type: 'storage_file_already_exists',
    });
  });

  test('new pages that one node gives a material are shown by the other, which undoes them', async () => {
    const [one, other] = librarians;
    await publish(one, 'split');
    expect(await pagesOf('split')).toEqual([3, 3]);
    await compose(other, 'first-two', [1, 2]);
    await compose(one, 'last', [3]);
    const replacement = {
      changeId: 'splitting',
      fileId: 'first-two',
      papers: [{ id: 'rest', fileId: 'last', title: 'Rest', year: null }],
    };
    // Sent to both, as by a proxy that repeats a request.
    const sent = librarians.map(({ send }) => send('POST', '/v1/materials/split/pages', replacement));
    const answers = await Promise.all((await Promise.all(sent)).map((answer) => answer.json()));
    expect(answers).toEqual(answers.map(() => ({ id: 'splitting', materials: 2 })));
    expect([await pagesOf('split'), await pagesOf('rest')]).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(await (await other.send('POST', '/v1/materials/changes/splitting/undo')).json()).toMatchObject({
      restored: 2,
    });
    expect([await pagesOf('split'), await pagesOf('rest')]).toEqual([
      [3, 3],
      [null, null],
    ]);
  });

  test('of two different replacements of the same version, at two nodes at once, one is refused', async () => {
    const unchangedSince = await publish(librarians[0], 'contested');
    await compose(librarians[0], 'short', [1]);
    await compose(librarians[1], 'long', [3, 2]);
    const sent = librarians.map(({ send }, index) =>
      send('POST', '/v1/materials/contested/pages', {
        changeId: `contest-${index}`,
        fileId: index === 0 ? 'short' : 'long',
        unchangedSince,
      }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const pages = statuses[0] === 200 ? 1 : 2;
    expect(await pagesOf('contested')).toEqual([pages, pages]);
  });

  test('a PDF of a node that is killed is made by the other when it is requested again', async () => {
    const pages = Array.from({ length: bookPages }, (_, index) => bookPages - index);
    const lost = compose(librarians[0], 'reversed', pages, 'book').catch(() => null);
    // The request has arrived when the node is busy with it; killed before or after, the outcome is the same.
    await Promise.race([lost, fetch(`${nodeAt(0).url}/healthz`)]);
    await two.kill(nodeAt(0));
    await lost;
    await expect
      .poll(async () => (await compose(librarians[1], 'reversed', pages, 'book')).json(), patient)
      .toEqual({ fileId: 'reversed', state: 'made' });
    const file = await (await librarians[1].send('GET', api.file(ids, 'reversed'))).json();
    expect(file).toMatchObject({ name: 'reversed.pdf' });
  });
});
