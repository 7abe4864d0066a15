import { expect, test } from 'vitest';
import { readPageLabels } from './page-labels.ts';

const read = (getPageLabels: () => Promise<string[] | null>) => readPageLabels({ getPageLabels });

test('labels that are printed on the pages are read, in one line and short', async () => {
  expect(await read(async () => ['i', 'ii', '1'])).toEqual(['i', 'ii', '1']);
  expect(await read(async () => ['A\n\u202e1', 'Appendix of the manual'])).toEqual(['A 1', 'Appendix of ']);
});

test('the labels of a file are null if it has none, positions as labels, or damaged ones', async () => {
  expect(await read(async () => null)).toBeNull();
  expect(await read(async () => ['1', '2'])).toBeNull();
  expect(await read(async () => ['', ''])).toBeNull();
  expect(await read(() => Promise.reject(new Error('damaged')))).toBeNull();
});
