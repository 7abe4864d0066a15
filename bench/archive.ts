import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { api } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { untilCalm } from './cpu-time.ts';
import { startProcess, stopProcess } from './product-process.ts';
import { residentBytes } from './resident.ts';

const papers = 500;
const paperBytes = 4.1 * 1024 * 1024;
const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/**
 * Measures 500 papers of a subject, 2 GB, as one archive: broken off in the middle, resumed, checked with `unzip -t`;
 * and the additional memory of the server meanwhile.
 */
export async function measureArchive(folder: string): Promise<string[]> {
  const dataDir = path.join(folder, 'archive');
  await mkdir(dataDir, { recursive: true });
  const { process: product, url } = await startProcess(['main.ts'], {
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLES: 'off',
    OCR_LANGUAGES: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    // As in the container and the unit of systemd.
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
  });
  try {
    const librarian = await openLibrarian(url);
    for (let number = 0; number < papers; number += 1) {
      const bytes = Buffer.concat([makePdf([[`Paper ${number}`]]), randomBytes(paperBytes)]);
      const id = `paper-${number}`;
      await librarian.upload(`${id}.pdf`, bytes, id);
      await librarian.publish('paper', { ...place, title: `Physics ${number}`, year: 2015, fileId: id }, id);
    }
    // Reading and comparing the files takes memory too.
    await untilCalm(product.pid ?? 0, 10 * 60_000);
    return await download(url + api.subjectArchive({ ...place, kind: 'paper' }), product.pid ?? 0, folder);
  } finally {
    await stopProcess(product);
  }
}

async function download(address: string, pid: number, folder: string): Promise<string[]> {
  const rest = (await residentBytes(pid)) ?? 0;
  let most = rest;
  const target = path.join(folder, 'subject.zip');
  const file = await open(target, 'w');
  const began = performance.now();
  const head = await fetch(address, { method: 'HEAD' });
  const size = Number(head.headers.get('content-length'));
  const etag = head.headers.get('etag') ?? '';
  const half = Math.floor(size / 2);

  /** Writes a response at a position of the file, up to another. */
  async function save(answer: Response, at: number, until: number): Promise<number> {
    for await (const piece of answer.body ?? []) {
      await file.write(piece, 0, piece.length, at);
      at += piece.length;
      most = Math.max(most, (await residentBytes(pid)) ?? 0);
      if (at >= until) break;
    }
    return at;
  }
  const reached = await save(await fetch(address), 0, half);
  const halfWay = performance.now();
  const answer = await fetch(address, { headers: { range: `bytes=${reached}-`, 'if-range': etag } });
  await save(answer, reached, size);
  const ended = performance.now();
  await file.close();
  const checked = spawnSync('unzip', ['-tq', target], { encoding: 'utf8' });
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  return [
    `${papers} papers, ${megabytes((await stat(target)).size)}: broken off after ${megabytes(reached)} (${seconds(began, halfWay)}), resumed with ${answer.status} (${seconds(halfWay, ended)})`,
    `unzip -t: ${checked.error ? 'unzip is not installed' : checked.stdout.trim() || checked.stderr.trim()}`,
    `server memory: ${megabytes(rest)} before, ${megabytes(most)} at most while it is sent, ${megabytes(most - rest)} more`,
  ];
}
