import { expect, test } from 'vitest';
import type { SendFailure } from '#app/features/import/calls/send-failure.ts';
import { SignInDeclined } from '#app/features/session/library-problem.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import { checkMs, convertLater } from './convert-later.ts';

const failures = (means: SendFailure['means'], ids: readonly string[]) =>
  new Map(ids.map((id) => [id, { means, reason: 'LibreOffice is not installed.' }]));

/** Opens a page whose timers run only when the test runs them, and a library without LibreOffice. */
function openPage(waiting: ReadonlyMap<string, SendFailure>) {
  const queue = createStore({ failures: waiting });
  const timers: { milliseconds: number; run: () => void }[] = [];
  const page = { isVisible: true, change: () => undefined as void };
  const library = { isInstalled: false, error: null as Error | null };
  const begun: string[] = [];
  const retried: string[][] = [];
  const stop = convertLater({
    queue,
    begin: async (id) => {
      begun.push(id);
      if (library.error) throw library.error;
      return library.isInstalled;
    },
    retry: (ids) => void retried.push([...ids]),
    page: {
      isVisible: () => page.isVisible,
      onChange: (listener) => {
        page.change = listener;
        return () => undefined;
      },
      after: (milliseconds, run) => {
        const timer = { milliseconds, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
      },
    },
  });
  /** Lets the minute pass, if a timer runs. */
  const pass = async () => {
    timers.splice(0, 1)[0]?.run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const show = async (isVisible: boolean) => {
    page.isVisible = isVisible;
    page.change();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, timers, library, begun, retried, pass, show, stop };
}

test('one document is tried each minute, each time another one, and all are converted once one succeeds', async () => {
  const { queue, timers, library, begun, retried, pass } = openPage(new Map());
  expect(timers).toEqual([]);
  queue.set({ failures: failures('to-convert', ['a', 'b']) });
  queue.set({ failures: failures('to-convert', ['a', 'b']) });
  expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([checkMs]);
  await pass();
  await pass();
  expect([begun, retried]).toEqual([['a', 'b'], []]);
  library.isInstalled = true;
  await pass();
  expect(retried).toEqual([['a', 'b']]);
});

test('nothing is tried while the page is hidden; when it is shown again, one document is tried at once', async () => {
  const { queue, timers, begun, show, stop } = openPage(new Map());
  queue.set({ failures: failures('to-convert', ['a']) });
  await show(false);
  expect(timers).toEqual([]);
  await show(true);
  expect(begun).toEqual(['a']);
  expect(timers.length).toBe(1);
  stop();
  expect(timers).toEqual([]);
});

test('after signing in was declined, nothing is tried until the page is shown again', async () => {
  const { queue, timers, library, begun, pass, show } = openPage(new Map());
  library.error = new SignInDeclined();
  queue.set({ failures: failures('to-convert', ['a']) });
  await pass();
  expect([begun, timers]).toEqual([['a'], []]);
  library.error = null;
  await show(true);
  expect([begun.length, timers.length]).toEqual([2, 1]);
});

test('documents that failed for another reason are not tried', async () => {
  const { queue, timers, begun, show } = openPage(failures('pdf', ['a']));
  queue.set({ failures: failures('file', ['b']) });
  await show(true);
  expect([timers, begun]).toEqual([[], []]);
});
