import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainestPath } from './plainest-path.ts';

test.each([
  ['x.pdf', ['x (1).pdf', 'x.pdf']],
  [
    'DBMS 2079.pdf',
    [
      'zz copy of DBMS 2079.pdf',
      'Copy of DBMS 2079.pdf',
      'DBMS 2079 - Copy (2).pdf',
      'DBMS 2079.pdf',
      'DBMS 2079_copy.pdf',
    ],
  ],
  ['a/unit.pdf', ['a/unit_1.pdf', 'a/unit 2.pdf', 'a/unit.pdf']],
  ['Operating Systems 2079.pdf', ['CamScanner 03-02-2024 10.11.pdf', 'IMG_20240302.pdf', 'Operating Systems 2079.pdf']],
  [
    'Data Structures.pdf',
    ['Data%20Structures.pdf', 'Data+Structures.pdf', 'Data Structures (papers.example.com).pdf', 'Data Structures.pdf'],
  ],
  ['Unit 6 Deadlocks.pdf', ['Unit 6.pdf', 'Unit 6 Deadlocks.pdf', 'Unit 6 final.pdf']],
  ['DBMS 2079.pdf', ['DBMS.pdf', 'DBMS 2079.pdf']],
  ['z/Unit 6.pdf', ['a/6.pdf', 'z/Unit 6.pdf']],
  // This name has a mark, but more content words than the others without the mark.
  ['OS (1).pdf', ['scan0012.pdf', 'OS (1).pdf']],
  ['Unit 6 (1).pdf', ['y.pdf', 'Unit 6 (1).pdf', '(1).pdf']],
  ['Unit 6.pdf', ['@papers Unit 6.pdf', 'Unit 6 www.example.org.pdf', 'Unit 6.pdf']],
  ['नेपाली २०७९.pdf', ['नेपाली २०७९ (2).pdf', 'नेपाली २०७९.pdf']],
  // Numbers stay if no other name lacks them.
  ['Unit_2.pdf', ['Unit_2.pdf', 'Unit_2 (1).pdf']],
])('%s is the plainest of its names', (plainest, paths) => {
  expect(plainestPath(paths)).toBe(plainest);
  expect(plainestPath(paths.toReversed())).toBe(plainest);
});

test('the order of the paths does not change the result', () => {
  const paths = fc.array(fc.string({ unit: fc.constantFrom('x', '1', ' ', '(', ')', '/', '.', '_', 'copy') }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(paths, fc.nat(5), (all, turns) => {
      const turned = [...all.slice(turns), ...all.slice(0, turns)];
      expect(all).toContain(plainestPath(all));
      expect(plainestPath(turned)).toBe(plainestPath(all));
    }),
    { numRuns: 200 },
  );
});
