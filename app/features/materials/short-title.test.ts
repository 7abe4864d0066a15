import { expect, test } from 'vitest';
import type { Material } from '#domain/material.ts';
import { shortenTitle } from './short-title.ts';

type Given = Partial<Pick<Material, 'subject' | 'kind' | 'year' | 'yearBs'>>;

function shorten(title: string, given: Given = {}) {
  return shortenTitle({ title, subject: 'C Programming', kind: 'paper', year: 2022, yearBs: 2079, ...given });
}

test('the subject and the year are left out of a title, with what separates them', () => {
  for (const [title, shown] of [
    ['C Programming – Model Question Paper 2022', 'Model Question Paper'],
    ['c programming: Regular (2079 BS)', 'Regular'],
    ['2079 C Programming, Chaitra', 'Chaitra'],
    ['C Programming 2079 Chaitra', 'Chaitra'],
    ['2022 - C Programming - Back | 2079', 'Back'],
    ['C Programming (Old Course) 2022 / 2079', '(Old Course)'],
    ['First internal exam', 'First internal exam'],
    ['C Programming 2079', ''],
  ])
    expect(shorten(title ?? ''), title).toMatchObject({ shown });
});

test('other years, longer words and subjects within a title stay', () => {
  for (const title of ['C Programmings', 'Exam of 2019', 'Model paper in C Programming', '20790 copies'])
    expect(shorten(title), title).toEqual({ before: '', shown: title, after: '' });
  expect(shorten('C Programming 2019').shown).toBe('2019');
});

test('notes keep their years', () => {
  expect(shorten('C Programming – Notes of 2022', { kind: 'note' })).toEqual({
    before: 'C Programming – ',
    shown: 'Notes of 2022',
    after: '',
  });
});

test('the parts are the whole title', () => {
  for (const title of ['C Programming – Model 2022', '2079 C Programming', ' – ', '', 'C Programming C Programming']) {
    const { before, shown, after } = shorten(title);
    expect(before + shown + after).toBe(title);
  }
});
