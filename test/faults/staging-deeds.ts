import assert from 'node:assert/strict';
import type { StagedBatchAnswer, StagedFileAnswer, StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import { answered, is, never, nothing } from './deed-outcomes.ts';
import type { Deed, Outcome } from './fail-calls.ts';
import { addressOf } from './library-requests.ts';
import { digest, expectDone, paper, type LibraryStage } from './library-stage.ts';

const address = '/v1/staging';
const manual = { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'paper', year: 2023 } as const;

/** The actions on imported files: announce, send, set by hand, publish, undo, discard. */
export function stagingDeeds(stage: LibraryStage): Deed[] {
  const pairs = createPairs(stage);
  return [
    ...arrivalDeeds(stage, pairs),
    publishDeed(stage, pairs),
    undoPublicationDeed(stage, pairs),
    discardDeed(stage, pairs),
  ];
}

/** Two staged files, in a separate folder for each attempt. */
function createPairs({ call, upload }: LibraryStage) {
  const announce = (id: string) => {
    const file = (name: string) => {
      const bytes = paper(`${id} ${name}`);
      return { path: `${id}/${name}.html`, size: bytes.length, digest: digest(bytes) };
    };
    return call('POST', address, { files: [file('first'), file('second')] });
  };
  const pathsOfFirst = (id: string) => [`${id}/first.html`, `${id}/copies/first (1).html`];
  const announceCopy = (id: string) => {
    const bytes = paper(`${id} first`);
    const [, path] = pathsOfFirst(id);
    return call('POST', address, { files: [{ path, size: bytes.length, digest: digest(bytes) }] });
  };
  /** Returns the rows of a folder by announcing them again, which changes nothing. */
  async function rowsOf(id: string): Promise<[StagedFileAnswer, StagedFileAnswer]> {
    const { files } = (await (await expectDone(announce(id))).json()) as StagedBatchAnswer;
    assert.deepEqual(
      files.map((row) => row.path),
      [`${id}/first.html`, `${id}/second.html`],
    );
    return files as [StagedFileAnswer, StagedFileAnswer];
  }
  const send = ({ fileId }: StagedFileAnswer, id: string, name: string) => upload(fileId, paper(`${id} ${name}`));
  const setManual = (ids: string[]) => call('PATCH', address, { ids, manual });

  /** Returns the rows as they were when the action was prepared. */
  const prepared = new Map<string, [StagedFileAnswer, StagedFileAnswer]>();
  const rowsBefore = (id: string) => {
    const rows = prepared.get(id);
    assert.ok(rows);
    return rows;
  };
  const idsBefore = (id: string) => rowsBefore(id).map(({ $id }) => $id);

  async function prepareAnnounced(id: string): Promise<void> {
    prepared.set(id, await rowsOf(id));
  }
  async function prepareSent(id: string): Promise<void> {
    await prepareAnnounced(id);
    const [first, second] = rowsBefore(id);
    await expectDone(send(first, id, 'first'));
    await expectDone(send(second, id, 'second'));
  }
  async function prepareManual(id: string): Promise<void> {
    await prepareSent(id);
    await expectDone(setManual(idsBefore(id)));
  }

  async function tidy(id: string): Promise<void> {
    const rows = await rowsOf(id);
    await expectDone(call('POST', `${address}/discard`, { ids: rows.map(({ $id }) => $id) }));
  }

  return {
    announce,
    announceCopy,
    pathsOfFirst,
    rowsOf,
    send,
    setManual,
    rowsBefore,
    idsBefore,
    prepareAnnounced,
    prepareSent,
    prepareManual,
    tidy,
  };
}

type Pairs = ReturnType<typeof createPairs>;

function arrivalDeeds(stage: LibraryStage, pairs: Pairs): Deed[] {
  const { verifyFile, database } = stage;
  const { announce, announceCopy, pathsOfFirst, rowsOf, send, setManual, rowsBefore, prepareAnnounced, tidy } = pairs;
  return [
    {
      name: 'announce',
      prepare: nothing,
      act: (id) => answered(announce(id)),
      async verify(id) {
        const rows = await rowsOf(id);
        const again = await rowsOf(id);
        assert.deepEqual(
          rows.map(({ $id, fileId }) => [$id, fileId]),
          again.map(({ $id, fileId }) => [$id, fileId]),
        );
        assert.equal((await database.staging.findByDigest(digest(paper(`${id} first`)))).length, 1);
      },
      isDoneAlready: never,
      tidy,
    },
    {
      name: 'announce a copy',
      prepare: prepareAnnounced,
      act: (id) => answered(announceCopy(id)),
      async verify(id) {
        const [first] = await rowsOf(id);
        assert.equal(first.$id, rowsBefore(id)[0].$id);
        assert.deepEqual([first.path, ...first.otherPaths].toSorted(), pathsOfFirst(id).toSorted());
      },
      async verifyFailed(id) {
        // The row exists with its first path, or with both.
        const [first] = await rowsOf(id);
        assert.equal(first.pathCount, 1 + first.otherPaths.length);
        assert.ok([first.path, ...first.otherPaths].every((path) => pathsOfFirst(id).includes(path)));
      },
      isDoneAlready: never,
      tidy,
    },
    {
      name: 'send a staged file',
      prepare: prepareAnnounced,
      act: (id) => answered(send(rowsBefore(id)[0], id, 'first')),
      async verify(id) {
        const [first, second] = await rowsOf(id);
        await verifyFile(first.fileId, paper(`${id} first`));
        assert.notEqual(first.state, 'waiting');
        assert.equal(second.state, 'waiting');
        assert.equal((await visit(stage, first.fileId)).status, 404, 'a visitor may read it before it is published');
      },
      isDoneAlready: is('storage_file_already_exists'),
      tidy,
    },
    {
      name: 'set by hand',
      prepare: prepareAnnounced,
      act: (id) => answered(setManual([rowsBefore(id)[0].$id])),
      async verify(id) {
        const [first, second] = await rowsOf(id);
        assert.deepEqual(
          [first.fields.subject, second.fields.subject].map(({ value, source }) => [value, source]),
          [
            ['C Programming', 'manual'],
            ['C Programming', 'inherited'],
          ],
        );
      },
      isDoneAlready: never,
      tidy,
    },
  ];
}

function publishDeed(stage: LibraryStage, { idsBefore, rowsOf, prepareManual }: Pairs): Deed {
  const { call } = stage;

  async function publish(id: string): Promise<Outcome> {
    const ids = idsBefore(id);
    const answer = await call('POST', `${address}/publish`, { ids, accept: ['doubtful'] });
    if (!answer.ok) return answered(Promise.resolve(answer));
    const { results } = (await answer.json()) as StagedPublishedAnswer;
    const refused = results.find(({ outcome }) => outcome === 'refused');
    return refused ? { isDone: false, type: 'refused', text: refused.reason ?? '' } : { isDone: true };
  }

  return {
    name: 'publish a staged file',
    prepare: prepareManual,
    act: publish,
    async verify(id) {
      for (const row of await rowsOf(id)) {
        assert.equal(row.state, 'published');
        assert.equal(await countMaterials(stage, row), 1);
        assert.equal((await visit(stage, row.fileId)).status, 200);
      }
    },
    async verifyFailed(id) {
      for (const row of await rowsOf(id)) {
        // Each is published together with its row, or not at all.
        assert.equal(await countMaterials(stage, row), row.state === 'published' ? 1 : 0);
      }
    },
    isDoneAlready: never,
  };
}

/** Returns the number of materials with the file of a row. */
async function countMaterials({ call }: LibraryStage, { fileId }: StagedFileAnswer): Promise<number> {
  const answer = await expectDone(call('GET', `${addressOf.papers}?${everyPaper}`));
  const { documents } = (await answer.json()) as { documents: { downloadUrl: string }[] };
  return documents.filter(({ downloadUrl }) => downloadUrl.includes(`/${fileId}/`)).length;
}

function undoPublicationDeed(stage: LibraryStage, { idsBefore, rowsOf, prepareManual, tidy }: Pairs): Deed {
  const { call } = stage;
  /** Ids of publications, by the id of the attempt. */
  const made = new Map<string, string>();

  async function verifyRows(id: string): Promise<void> {
    for (const row of await rowsOf(id)) {
      // Each is taken back together with its row, or not at all.
      assert.equal(await countMaterials(stage, row), row.state === 'published' ? 1 : 0);
      assert.equal((await visit(stage, row.fileId)).status, row.state === 'published' ? 200 : 404);
    }
  }

  return {
    name: 'undo a publication',
    async prepare(id) {
      await prepareManual(id);
      const publishing = { ids: idsBefore(id), accept: ['doubtful'] };
      const answer = await expectDone(call('POST', `${address}/publish`, publishing));
      made.set(id, ((await answer.json()) as StagedPublishedAnswer).publicationId ?? '');
    },
    act: (id) => answered(call('POST', `${address}/publications/${made.get(id)}/undo`, {})),
    async verify(id) {
      await verifyRows(id);
      for (const { state, fields } of await rowsOf(id))
        assert.deepEqual([state === 'published', fields.subject.source], [false, 'manual']);
    },
    verifyFailed: verifyRows,
    isDoneAlready: never,
    tidy,
  };
}

function discardDeed({ call, database, bytesOf }: LibraryStage, { idsBefore, prepareSent }: Pairs): Deed {
  return {
    name: 'discard',
    prepare: prepareSent,
    act: (id) => answered(call('POST', `${address}/discard`, { ids: idsBefore(id) })),
    async verify(id) {
      for (const name of ['first', 'second'])
        assert.deepEqual(await database.staging.findByDigest(digest(paper(`${id} ${name}`))), []);
    },
    async verifyFailed(id) {
      // Bytes never stay without a row.
      for (const name of ['first', 'second']) {
        const [row] = await database.staging.findByDigest(digest(paper(`${id} ${name}`)));
        if (row?.file?.isFinished) assert.equal(await bytesOf(row.fileId), row.sha256);
      }
    },
    isDoneAlready: never,
  };
}

const everyPaper = new URLSearchParams([['queries[]', JSON.stringify({ method: 'limit', values: [5000] })]]).toString();

const visit = ({ url }: LibraryStage, fileId: string) =>
  fetch(`${url}${addressOf.file(fileId)}/view`, { headers: { 'x-appwrite-project': 'examshelf' } });
