import { expect, test } from 'vitest';
import { makeStagedRow } from '#test/support/staged-row.ts';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { duplicateWords, toolTargets } from './tool-targets.ts';

const duplicateOf = (how: 'bytes' | 'text', isInTrash = false) => [
  {
    how,
    share: 0.97,
    materialId: 'm',
    stagedId: null,
    subject: null,
    isInTrash,
    isHidden: false,
    since: null,
    title: 'OS',
  },
];
const place = { facultyId: 'csit', semesterId: '4', subject: 'Physics' };
const row = (id: string, changes: Partial<StagedRow> = {}) => makeStagedRow(place, { $id: id, ...changes });
const rows = new Map(
  [
    row('ready'),
    row('doubtful', { doubtful: ['subject'] }),
    row('empty', { doubtful: ['year'] }),
    row('twin', { doubtful: ['subject'], duplicates: duplicateOf('bytes') }),
    row('published', { state: 'published', doubtful: ['subject'] }),
  ].map((each) => [each.$id, each]),
);
const shown = [...rows.keys()];

test('without a selection, the shown duplicates are discarded and nothing is confirmed', () => {
  expect(toolTargets(shown, rows, new Set())).toEqual({ confirmable: [], duplicates: ['twin'] });
  expect(toolTargets(['ready'], rows, new Set())).toEqual({ confirmable: [], duplicates: [] });
});

test('the selected rows with a doubtful value are confirmed, including duplicates', () => {
  const selected = new Set(['twin', 'published', 'empty', 'doubtful']);
  expect(toolTargets(shown, rows, selected)).toEqual({ confirmable: ['doubtful', 'twin'], duplicates: ['twin'] });
  expect(toolTargets(shown, rows, new Set(['ready']))).toEqual({ confirmable: [], duplicates: [] });
});

test('the dialog says whether duplicates have the same bytes, and which ones readers do not see', () => {
  expect(duplicateWords([row('ready')])).toBe('');
  const list = [duplicateOf('bytes'), duplicateOf('bytes', true), duplicateOf('text')];
  expect(duplicateWords(list.map((duplicates, index) => row(String(index), { duplicates })))).toBe(
    '2 files have exactly the same bytes as another file. 1 file only has nearly the same text as another file. ' +
      'For 1 file, the other one is in the trash or hidden.',
  );
});
