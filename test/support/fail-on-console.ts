import { afterEach, beforeEach } from 'vitest';

/** A stray `console.error` or `console.warn` fails the test that caused it. */

let stray: string[] = [];
const original = { error: console.error, warn: console.warn };

beforeEach(() => {
  stray = [];
  console.error = (...words: unknown[]) => void stray.push(`console.error: ${words.map(String).join(' ')}`);
  console.warn = (...words: unknown[]) => void stray.push(`console.warn: ${words.map(String).join(' ')}`);
});

afterEach(() => {
  console.error = original.error;
  console.warn = original.warn;
  if (stray.length > 0) throw new Error(`the test wrote to the console:\n${stray.join('\n')}`);
});
