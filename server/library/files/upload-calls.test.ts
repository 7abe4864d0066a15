import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';

/** Files with timers that check the disk and call the system independently of an upload. */
const regularWork = /disk-room\.ts|reindex-request\.ts/;

test('makes at most 55 file system calls for a small upload, because each takes a tick of the event loop', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  // Starts the process that inspects files, and creates folders.
  await uploadSmallFile(admin, { name: 'first.pdf', content: smallPdf });
  const calls: string[] = [];
  const init = (_: number, type: string) => {
    const { stack = '' } = new Error();
    if (/^(?:FSREQ|FILEHANDLECLOSE)/.test(type) && !regularWork.test(stack)) calls.push(stack);
  };
  const hook = createHook({ init }).enable();
  await uploadSmallFile(admin, { name: 'second.pdf', content: `${smallPdf}% second\n` });
  hook.disable();
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.length).toBeLessThanOrEqual(55);
});
