import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { makeDocx } from '#test/support/office-documents.ts';
import { openTestServer } from '#test/support/server.ts';
import { openSmallDisk, whyNoSmallDisk } from '#test/support/small-disk.ts';

/** Installs a program in the place of LibreOffice that makes a PDF once the test lets it. */
async function installProgram() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [started, pdf, go] = ['started', 'pdf', 'go'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const script = `touch ${started}\nuntil [ -e ${go} ]; do sleep 0.05; done\ncat ${pdf} > out/document.pdf`;
  await writeFile(path.join(folder, 'soffice'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await writeFile(path.join(folder, 'libswlo.so'), '');
  await writeFile(pdf, makePdf([['One']]));
  return { folder, hasStarted: () => existsSync(started), letGo: () => writeFile(go, '') };
}

test.skipIf(whyNoSmallDisk() !== null)(
  'a disk that fills up during a conversion is named as the reason, and nothing stays; later the PDF is made',
  async () => {
    await using disk = await openSmallDisk(32);
    const program = await installProgram();
    await using server = await openTestServer({
      dataDir: disk.path,
      settings: { DISK_RESERVE_MB: '4', OCR_LANGUAGES: 'off' },
      findOffice: () => program.folder,
    });
    const { photographs } = server.services;
    const librarian = await openLibrarian(server.url);
    await librarian.upload('one.docx', new Uint8Array(makeDocx(['One'])), 'one');
    const request = { fileId: 'paper', name: 'paper.pdf', photographs: [{ fileId: 'one' }] };
    const read = async () => (await librarian.send('GET', '/v1/photographs/paper')).json();
    expect((await librarian.send('POST', '/v1/photographs', request)).status).toBe(202);
    await expect.poll(program.hasStarted).toBe(true);
    disk.fill();
    await program.letGo();
    await photographs.idle();
    expect(await read()).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining("The server's disk is full"), fileId: null },
    });
    expect((await librarian.send('GET', api.file(ids, 'paper'))).status).toBe(404);
    expect(await readdir(path.join(disk.path, 'photographs', 'documents'))).toEqual([]);

    disk.empty();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await librarian.send('POST', '/v1/photographs', request)).status).toBe(202);
    await photographs.idle();
    expect(await read()).toMatchObject({ state: 'made', done: 1 });
  },
);
