import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { materialKinds } from '#domain/material.ts';
import { documentWords } from '#domain/material-rules.ts';
import { fileTypes } from '#domain/file-type.ts';
import { describeInspection, tooLargeToOpen } from '#server/library/files/inspect-upload.ts';
import { judgeBytes } from '#server/library/files/upload-rules.ts';
import { explainNotComposed } from '#server/library/composing/explain-not-composed.ts';
import { requireFileType } from '#server/library/materials/require-file.ts';
import { checkPlace } from '#server/library/materials/write-materials.ts';
import { stagingFull } from '#server/library/import/staging-edits.ts';
import { describePiece } from '#domain/guess/read-source.ts';
import { knownSentence, sentences, stepValue } from './known-sentences.ts';

const catalogue = {
  faculties: [
    {
      id: 'csit',
      name: 'BSc CSIT',
      fullName: 'BSc CSIT',
      description: '',
      terms: [{ id: '1', name: 'Semester 1', subjects: [{ name: 'C', code: null, formerly: [], aliases: [] }] }],
    },
  ],
} as unknown as Parameters<typeof checkPlace>[0];

const inTerm = (facultyId: string, semesterId: string, subject: string) => () =>
  checkPlace(catalogue, { facultyId, semesterId, subject });

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('nothing was refused');
}

const source = [{ name: 'a.pdf' }];

/** Sentences that the code composes, so that the search for them below does not find them. */
const composed = [
  ...['application/pdf', 'image/png'].flatMap((type) => [
    describeInspection({ state: 'slow' }, type).warning ?? '',
    tooLargeToOpen(null, type).message,
  ]),
  tooLargeToOpen({ width: 20_000, height: 9000 }, 'image/png').message,
  ...['a.xyz', 'a.pdf'].map((name) => messageOf(() => judgeBytes(name, Buffer.from('x')))),
  messageOf(() => judgeBytes('a.pdf', Buffer.from('<!doctype html><html>'))),
  ...(['time', 'memory', 'crash', 'unavailable'] as const).map(
    (cause) => explainNotComposed({ state: 'failed', cause, reason: '' }, source).message,
  ),
  ...materialKinds.map((kind) => messageOf(() => requireFileType(kind, 'fileId', 'image/png'))),
  messageOf(inTerm('bba', '1', 'C')),
  messageOf(inTerm('csit', '9', 'C')),
  messageOf(inTerm('csit', '1', 'Physics')),
  stagingFull(20_000).message,
  ...(['folder', 'file', 'text'] as const).map((source) => describePiece({ source, shown: 'Sem 4' })),
];

/** Sentences with values of which each must be known. */
const withValues = [
  ...materialKinds.map((kind) => `A Study Note must be ${documentWords(kind)}.`),
  'It is not known: faculty, term, subject, kind, year.',
  ...['is staged', 'is in the trash', 'is hidden', 'is in the library'].map(
    (place) => `The same file ${place} as “x”.`,
  ),
  'A file with nearly the same text is hidden as “x”.',
  ...['moved to the trash', 'hidden', 'edited'].map((how) => `It was ${how} since.`),
  'The password does not open “a.pdf”.',
  'The password is not needed for “a.pdf”.',
  'Invalid document structure: Attribute "filePassword" does not open the file. Check capital letters and the keyboard',
  'Invalid document structure: Attribute "filePassword" must be null: the file opens without a password',
  'Nothing was changed: 2 of 3 materials cannot be changed this way. The first: “x”: It is in the trash. Restore it first.',
  'Nothing was changed: 1 of 1 material cannot be changed this way. The first: It no longer exists.',
  'against it: another path',
  'against it: folder “Sem 4”',
];

const nepali = /\p{Script=Devanagari}/u;

test('sentences that the code composes are known, with their values', () => {
  for (const sentence of [...composed, ...withValues]) expect(knownSentence(sentence), sentence).toMatch(nepali);
});

test('every other known sentence is one that the code writes', () => {
  const files = ['server', 'domain', 'contract'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll("\\'", "'")),
  );
  const isWritten = (english: string) =>
    files.some((text) => english.split('{}').every((part) => text.includes(part.trim())));
  const isComposed = (english: string) => {
    const literal = english.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^(?:Invalid document structure: )?${literal.join('.*?')}$`, 's');
    return composed.some((sentence) => pattern.test(sentence));
  };
  const lost = sentences.map(([english]) => english).filter((english) => !isWritten(english) && !isComposed(english));
  expect(lost).toEqual([]);
});

test('each known sentence has a translation in Devanagari letters', () => {
  for (const [english] of sentences) {
    let count = 0;
    const known = knownSentence(english.replaceAll('{}', () => `${(count += 1)}`));
    // Values such as kinds must be known.
    expect(known ?? 'क', english).toMatch(nepali);
    expect(known ?? '', english).not.toContain('undefined');
  }
});

test('a sentence keeps names as they are, and has Nepali digits in its numbers', () => {
  expect(knownSentence('“Unit 3.pdf” is larger than 200 MB, the largest file accepted.')).toBe(
    '“Unit 3.pdf” २०० MB भन्दा ठूलो छ। त्योभन्दा ठूलो फाइल लिइँदैन।',
  );
  expect(knownSentence('Its first page could not be read: took too long.')).toBe(
    'यसको पहिलो पृष्ठ पढ्न सकिएन: धेरै समय लाग्यो।',
  );
  expect(knownSentence('Only guessed: faculty, year. Please check it.')).toBe('अनुमान मात्र: सङ्काय, साल। कृपया जाँच्नुहोस्।');
});

test('a sentence that is not known, or has an unknown value, is left to the page', () => {
  expect(knownSentence('Something else.')).toBeNull();
  expect(knownSentence('')).toBeNull();
  expect(knownSentence('The same file is on the moon as “x”.')).toBeNull();
  expect(knownSentence('Invalid document structure: Missing required attribute')).toBeNull();
});

test('values of a bulk edit are in Nepali, except places', () => {
  expect(stepValue('place', 'BSc CSIT · Semester 1 · C')).toBe('BSc CSIT · Semester 1 · C');
  expect(stepValue('kind', 'Study Note')).toBe('नोट');
  expect(['2022', '2022 · 2079 BS', 'no year'].map((value) => stepValue('year', value))).toEqual([
    '२०२२',
    '२०२२ · वि.सं. २०७९',
    'साल छैन',
  ]);
  expect(['1 page', '12 pages'].map((value) => stepValue('pages', value))).toEqual(['१ पृष्ठ', '१२ पृष्ठ']);
  expect(stepValue('visibility', 'hidden')).toBe('लुकाइएको');
  expect(stepValue('shelf', 'trash')).toBe('ट्र्यास');
});

test('a file with other content than its name says is explained for every type', () => {
  for (const { name } of fileTypes)
    expect(knownSentence(`The file is named .pdf but is not ${name}. Please choose the right file.`)).toMatch(nepali);
});
