import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Problem } from '#contract/problems.ts';
import { requireRate } from './request-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const rate = { bytes: 100, inMs: 60_000 };

/** Opens a body whose speed is measured, and records the refusals. */
function openBody() {
  const source = new PassThrough();
  const refusals: Problem[] = [];
  const stop = requireRate(source, (reason) => void refusals.push(reason), rate);
  return { source, refusals, stop };
}

test('a form that arrives below the minimum rate is refused, and one at that rate is not', () => {
  const { source, refusals, stop } = openBody();
  for (let minute = 0; minute < 3; minute += 1) {
    source.write(Buffer.alloc(100));
    vi.advanceTimersByTime(rate.inMs);
  }
  expect(refusals).toEqual([]);
  source.write(Buffer.alloc(99));
  vi.advanceTimersByTime(rate.inMs);
  expect(refusals).toMatchObject([{ type: 'general_bad_request', message: expect.stringContaining('60 seconds') }]);
  stop();
});

test('a minute in which the server itself paused reading does not count', () => {
  const { source, refusals, stop } = openBody();
  source.write(Buffer.alloc(100));
  source.pause();
  vi.advanceTimersByTime(3 * rate.inMs);
  expect(refusals).toEqual([]);
  source.resume();
  // The minute in which it began to read again counts in part only.
  vi.advanceTimersByTime(rate.inMs);
  expect(refusals).toEqual([]);
  vi.advanceTimersByTime(rate.inMs);
  expect(refusals).toHaveLength(1);
  stop();
});

test('no rate is measured after the form has been read', () => {
  const { source, refusals, stop } = openBody();
  stop();
  vi.advanceTimersByTime(2 * rate.inMs);
  expect(refusals).toEqual([]);
  expect(source.listenerCount('data')).toBe(0);
});

test('no module outside this folder reads the body of a request', () => {
  const root = path.join(import.meta.dirname, '..');
  const reads =
    /\breq\.(?:json|text|parseBody|formData|blob|arrayBuffer)\(|\braw\.body\b|\bincoming\.(?:on|once|pipe|read)\(/;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith(`requests${path.sep}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => reads.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
