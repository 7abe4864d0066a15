import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { journeysOnBothEngines, onBothEngines, otherEnginesOnly } from './engine-suites.ts';
import { firefoxJourneys } from './firefox-journeys.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** Expands alternatives in braces; each result is one file or folder. */
const alternatives = (pattern: string): string[] => {
  const [whole, inside = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
  return whole === undefined ? [pattern] : inside.split(',').map((each) => pattern.replace(whole, each));
};
const patterns = [...onBothEngines, ...journeysOnBothEngines, ...firefoxJourneys, ...Object.keys(otherEnginesOnly)];

test.each(patterns.flatMap(alternatives))('suites for other engines and browsers have tests: %s', (pattern) => {
  expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});
