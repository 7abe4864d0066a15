import { expect, test } from 'vitest';
import { inPublishingOrder } from './publishing-order.ts';

const row = (title: string, subject = 'Databases') => ({
  path: `${title}.pdf`,
  title,
  fields: { facultyId: { value: 'csit' }, semesterId: { value: '4' }, subject: { value: subject } },
});

test('files published together are in natural order with the newest first, subject by subject', () => {
  const rows = [
    row('Unit 2'),
    row('Unit 10'),
    row('Unit 1'),
    row('Unit 9', 'Algorithms'),
    row('Unit 10', 'Algorithms'),
  ];
  const newestFirst = inPublishingOrder(rows).toReversed();
  expect(newestFirst.map(({ title, fields }) => `${fields.subject.value} ${title}`)).toEqual([
    'Algorithms Unit 9',
    'Algorithms Unit 10',
    'Databases Unit 1',
    'Databases Unit 2',
    'Databases Unit 10',
  ]);
});

test('files of one title are in the order of their paths', () => {
  const rows = ['b/2', 'b/10', 'a/3'].map((path) => ({ ...row('Notes'), path }));
  expect(inPublishingOrder(rows).map(({ path }) => path)).toEqual(['b/10', 'b/2', 'a/3']);
});
