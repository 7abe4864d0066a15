import { expect, test } from 'vitest';
import { titleWithYear } from './neighbour-tools.tsx';

test('the year of a paper is in its name once, in the digits that are shown', () => {
  const nameOf = (title: string) => titleWithYear({ title, year: '2079' });
  expect(nameOf('Calculus 2079')).toBe('Calculus 2079');
  expect(nameOf('गणित २०७९, भाग २')).toBe('गणित 2079, भाग २');
  expect(nameOf('Calculus')).toBe('Calculus, 2079');
});
