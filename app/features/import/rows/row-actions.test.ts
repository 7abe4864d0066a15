import { expect, test } from 'vitest';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { makeStagedRow } from '#test/support/staged-row.ts';
import { RowActions, undoSteps, type PublishedFiles } from './row-actions.ts';

const place = { facultyId: 'csit', semesterId: '4', subject: 'Physics' };
const units = Array.from({ length: 60 }, (_, index) =>
  makeStagedRow(place, { $id: `u${index + 1}`, title: `Unit ${index + 1}`, path: `Unit ${index + 1}.pdf` }),
);

/** Creates actions on units; publishing fails after a number of requests. */
function openActions(maxRequests = Infinity) {
  const rows = new Map(units.map((row) => [row.$id, row]));
  const requests: { ids: readonly string[]; publicationId: string }[] = [];
  const actions = new RowActions({
    calls: {
      setManual: () => Promise.reject(new Error('not used')),
      discard: () => Promise.reject(new Error('not used')),
      bringBack: () => Promise.reject(new Error('not used')),
      beginPublication: () => Promise.resolve('publication'),
      publish: (ids, _accept, publicationId) => {
        if (requests.length === maxRequests) return Promise.reject(new Error('the connection was lost'));
        requests.push({ ids, publicationId });
        const results = ids.map((id) => ({ id, outcome: 'published' as const, materialId: id, reason: null }));
        return Promise.resolve({ revision: '1', publicationId, results });
      },
    },
    rows: {
      get: () => ({ rows, counts: null, loading: 'done', error: null }),
      put: () => undefined,
      load: () => Promise.resolve(),
      sync: () => Promise.resolve(),
    },
  });
  return { actions, requests };
}

test('files published together are sent in descending natural order, across requests as well', async () => {
  const { actions, requests } = openActions();
  // A row that left the table meanwhile is sent as well; the server refuses it.
  const selected = ['gone', ...units.map(({ $id }) => $id).toSorted()];
  const outcome = await actions.publish(selected, [], () => undefined);
  expect(outcome).toEqual({ publicationId: 'publication', published: 61, refused: 0 });
  expect(requests.flatMap(({ ids }) => ids)).toEqual([...units.map(({ $id }) => $id).toReversed(), 'gone']);
});

test('all requests belong to one publication, and the published files are known after a failure', async () => {
  const { actions, requests } = openActions(2);
  const heard: PublishedFiles[] = [];
  const ids = units.map(({ $id }) => $id);
  await expect(actions.publish(ids, [], (soFar) => heard.push(soFar))).rejects.toThrow('the connection was lost');
  expect(requests.map(({ publicationId }) => publicationId)).toEqual(['publication', 'publication']);
  expect(heard.at(-1)).toEqual({ publicationId: 'publication', published: 50, refused: 0 });
  expect(actions.get().publishing).toBeNull();
});

const guessed = (id: string) => makeStagedRow({ facultyId: 'csit', subject: 'Physics' }, { $id: id });

function setByHand(id: string, subject: string): StagedRow {
  const row = guessed(id);
  const field = { ...row.fields.subject, value: subject, source: 'manual' as const };
  return { ...row, fields: { ...row.fields, subject: field } };
}

test('guessed values are reset to the guess and manual values are set again, in as few calls as possible', () => {
  const rows = [
    guessed('a'),
    guessed('b'),
    setByHand('c', 'Calculus'),
    setByHand('d', 'Calculus'),
    setByHand('e', 'Logic'),
  ];
  expect(undoSteps(rows, { subject: 'Statistics', facultyId: 'bca' })).toEqual([
    { ids: ['a', 'b'], manual: {}, forget: ['subject', 'facultyId'] },
    { ids: ['c', 'd'], manual: { subject: 'Calculus' }, forget: ['facultyId'] },
    { ids: ['e'], manual: { subject: 'Logic' }, forget: ['facultyId'] },
  ]);
});

test('undoing restores a year together with the year of Bikram Sambat that was set with it', () => {
  const row = guessed('a');
  const year = { ...row.fields.year, value: 2022, bs: 2079, source: 'manual' as const };
  expect(undoSteps([{ ...row, fields: { ...row.fields, year } }], { year: 2020 })).toEqual([
    { ids: ['a'], manual: { year: 2022, bsYear: 2079 }, forget: [] },
  ]);
});
