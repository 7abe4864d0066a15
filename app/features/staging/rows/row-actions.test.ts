import { expect, test } from 'vitest';
import { makeStagedRow } from '#test/support/staged-row.ts';
import { RowActions } from './row-actions.ts';

test('files that are published together go in descending natural order, also from one request to the next', async () => {
  const place = { facultyId: 'csit', semesterId: '4', subject: 'Physics' };
  const units = Array.from({ length: 60 }, (_, index) =>
    makeStagedRow(place, { $id: `u${index + 1}`, title: `Unit ${index + 1}`, path: `Unit ${index + 1}.pdf` }),
  );
  const rows = new Map(units.map((row) => [row.$id, row]));
  const sent: string[] = [];
  const actions = new RowActions({
    calls: {
      tell: () => Promise.reject(new Error('not used')),
      discard: () => Promise.reject(new Error('not used')),
      bringBack: () => Promise.reject(new Error('not used')),
      publish: (ids) => {
        sent.push(...ids);
        const results = ids.map((id) => ({ id, outcome: 'published' as const, materialId: id, reason: null }));
        return Promise.resolve({ revision: '1', results });
      },
    },
    rows: {
      get: () => ({ rows, counts: null, loading: 'done', error: null }),
      put: () => undefined,
      load: () => Promise.resolve(),
      sync: () => Promise.resolve(),
    },
  });
  // A row that left the table meanwhile is sent as well, and refused by the server.
  const selected = ['gone', ...units.map(({ $id }) => $id).toSorted()];
  expect(await actions.publish(selected, [])).toEqual({ published: 61, refused: 0 });
  expect(sent).toEqual([...units.map(({ $id }) => $id).toReversed(), 'gone']);
});
