import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that ends when the test says so. */
function openWork() {
  const shared = createSharedWork<string>();
  const starts: { signal: AbortSignal; end: PromiseWithResolvers<string> }[] = [];
  const join = (signal?: AbortSignal) =>
    shared.join('key', signal, (given) => {
      const end = Promise.withResolvers<string>();
      starts.push({ signal: given, end });
      return end.promise;
    });
  return { shared, starts, join };
}

test('work of one key runs once for all callers that wait, and again for a later one', async () => {
  const { starts, join } = openWork();
  const both = Promise.all([join(), join()]);
  expect(starts).toHaveLength(1);
  starts[0]?.end.resolve('first');
  expect(await both).toEqual(['first', 'first']);
  const later = join();
  expect(starts).toHaveLength(2);
  starts[1]?.end.resolve('second');
  expect(await later).toBe('second');
});

test('the work continues while a caller waits, and is aborted when the last one has left', async () => {
  const { starts, join } = openWork();
  const [one, other] = [new AbortController(), new AbortController()];
  const [leaving, waiting] = [join(one.signal), join(other.signal)];
  one.abort(new Error('left'));
  await expect(leaving).rejects.toThrow('left');
  expect(starts[0]?.signal.aborted).toBe(false);
  other.abort(new Error('left too'));
  await expect(waiting).rejects.toThrow('left too');
  expect(starts[0]?.signal.aborted).toBe(true);
  // Nobody gets the result of aborted work.
  const later = join();
  expect(starts).toHaveLength(2);
  starts[0]?.end.reject(new Error('aborted'));
  starts[1]?.end.resolve('again');
  expect(await later).toBe('again');
});

test('a failure reaches every caller that waits, and the next call starts again', async () => {
  const { starts, join } = openWork();
  const both = Promise.allSettled([join(), join()]);
  starts[0]?.end.reject(new Error('broken'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = join();
  expect(starts).toHaveLength(2);
  starts[1]?.end.resolve('repaired');
  expect(await later).toBe('repaired');
});

test('a caller whose signal is aborted already starts nothing', async () => {
  const { starts, join } = openWork();
  await expect(join(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(starts).toEqual([]);
});
