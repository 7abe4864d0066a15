import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDocx, officeSocket } from '#test/support/office-documents.ts';
import { isRunning } from '#test/support/running-programs.ts';

/** Converts a document as the server does, with the program in the folder that the first argument names. */
const server = `
  import { createOfficeConverter } from '#server/library/office/office-converter.ts';
  const [folder, limits] = process.argv.slice(1);
  const log = { warn: () => undefined };
  const converter = createOfficeConverter({
    scratch: folder + '/scratch', log, limits: JSON.parse(limits), find: () => folder,
  });
  const document = { mediaType: 'application/rtf', extension: '.docx' };
  await converter.convert(folder + '/input', document, new AbortController().signal);
`;
const limits = { cpuMs: 60_000, jobMs: 60_000, maxMemoryBytes: 1e9, maxPdfBytes: 1e6, maxScratchBytes: 1e9 };

const patience = { timeout: 10_000, interval: 20 };

test('a conversion whose server is killed ends with all its processes, and leaves no socket', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-office-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'scratch'));
  const started = path.join(folder, 'started');
  // Like LibreOffice, the program starts another one, and neither reads its input.
  const script = `sleep 600 &\necho "$$ $! $1" > ${started}.new\nmv ${started}.new ${started}\nexec sleep 600`;
  await writeFile(path.join(folder, 'soffice'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await writeFile(path.join(folder, 'libswlo.so'), '');
  await writeFile(path.join(folder, 'input'), makeDocx(['One']));

  const words = ['--input-type=module', '--eval', server, folder, JSON.stringify(limits)];
  const parent = spawn(process.execPath, words, { stdio: 'inherit' });
  onTestFinished(() => void parent.kill('SIGKILL'));
  await expect.poll(() => existsSync(started), patience).toBe(true);
  const [first = '', second = '', profile = ''] = (await readFile(started, 'utf8')).trim().split(' ');
  const ids = [first, second].map(Number);
  onTestFinished(() => ids.filter(isRunning).forEach((id) => process.kill(id, 'SIGKILL')));
  const socket = officeSocket(profile);
  await writeFile(socket, '');
  onTestFinished(() => rm(socket, { force: true }));
  expect(ids.map(isRunning)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await expect.poll(() => ids.some(isRunning), patience).toBe(false);
  expect(existsSync(socket)).toBe(false);
});
