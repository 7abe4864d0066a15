import { expect, test } from 'vitest';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import { makeStagedRow } from '#test/support/staged-row.ts';
import type { SendFailure } from '#app/features/import/calls/send-failure.ts';
import { certaintyOf, splitPath, stateOf, valueWords, type RowContext } from './row-words.ts';

const context: RowContext = {
  pending: new Set(),
  sent: new Set(),
  failures: new Map(),
  refusals: new Map(),
  canSend: () => false,
  timeZone: 'Asia/Kathmandu',
};
const twin: StagedDuplicateAnswer = {
  how: 'text',
  share: 0.938,
  materialId: 'm',
  stagedId: null,
  title: 'OS 2079',
  subject: 'Operating Systems',
  isInTrash: false,
  isHidden: false,
  since: null,
};
const failed = (means: SendFailure['means']) => new Map([['row', { means, reason: 'It failed.' }]]);
const row = makeStagedRow({ facultyId: 'csit', year: 2022 });

test('a row shows its most severe state', () => {
  const label = (changes: Partial<typeof row>, more: Partial<RowContext> = {}) =>
    stateOf({ ...row, ...changes }, { ...context, ...more }).label;
  expect(label({})).toBe('Ready');
  expect(label({ doubtful: ['year'] })).toBe('To check');
  expect(label({ doubtful: ['year'], duplicates: [twin] })).toBe('Duplicate');
  expect(label({ duplicates: [twin], warning: 'It needs a password.' })).toBe('Damaged');
  expect(label({ state: 'waiting', fileType: null })).toBe('Not sent');
  expect(label({ state: 'waiting' }, { pending: new Set(['row']) })).toBe('Sending');
  expect(label({ state: 'waiting', refusal: 'It is no PDF.', duplicates: [twin] })).toBe('Refused');
  expect(label({ state: 'waiting', refusal: 'It is no PDF.' }, { failures: failed('file') })).toBe('Refused');
  expect(label({ state: 'waiting', refusal: 'It is no PDF.' }, { pending: new Set(['row']) })).toBe('Sending');
  expect(label({ state: 'waiting' }, { failures: failed('file') })).toBe('Not sent');
  expect(label({ state: 'waiting' }, { failures: failed('pdf') })).toBe('Not converted');
  expect(label({ state: 'waiting' }, { failures: failed('to-convert') })).toBe('To convert');
  expect(label({ state: 'waiting', documentId: 'document' })).toBe('To convert');
  expect(label({ state: 'waiting', documentId: 'document' }, { pending: new Set(['row']) })).toBe('Being converted');
  expect(label({ state: 'waiting' }, { sent: new Set(['row']) })).toBe('Being read');
  expect(label({}, { refusals: new Map([['row', 'It is there.']]) })).toBe('Not published');
  expect(label({ state: 'published' }, { refusals: new Map([['row', 'It is there.']]) })).toBe('Published');
});

test('a duplicate is described with its similarity and its location', () => {
  expect(stateOf({ ...row, duplicates: [twin] }, context).detail).toBe(
    '93 % the same text: “OS 2079” (Operating Systems), in the library.',
  );
  const since = '2026-03-03T20:00:00.000+00:00';
  expect(stateOf({ ...row, duplicates: [{ ...twin, isInTrash: true, since }] }, context).detail).toBe(
    '93 % the same text: “OS 2079” (Operating Systems), in the trash since March 4, 2026.',
  );
  expect(stateOf({ ...row, duplicates: [{ ...twin, isHidden: true, since }] }, context).detail).toBe(
    '93 % the same text: “OS 2079” (Operating Systems), hidden since March 4, 2026.',
  );
  const staged = { ...twin, how: 'bytes' as const, materialId: null, title: 'a/OS.pdf', subject: null };
  expect(stateOf({ ...row, state: 'waiting', duplicates: [staged] }, context).detail).toBe(
    'The same file: “a/OS.pdf”, staged. It wasn’t sent.',
  );
});

test('an unknown value is missing only if the kind needs it', () => {
  expect(certaintyOf({ ...row, doubtful: ['subject'] }, 'subject')).toBe('missing');
  expect(certaintyOf(row, 'subject')).toBe('sure');
  expect(certaintyOf({ ...row, doubtful: ['year'] }, 'year')).toBe('doubtful');
});

test('a year of Bikram Sambat is shown with the year AD, a path as name and folder', () => {
  const year = { ...row.fields.year, bs: 2079 };
  expect(valueWords({ ...row, fields: { ...row.fields, year } }, 'year', [])).toBe('2022 · 2079 BS');
  expect(splitPath('drive/Sem 1/a.pdf')).toEqual({ name: 'a.pdf', folder: 'drive / Sem 1' });
});
