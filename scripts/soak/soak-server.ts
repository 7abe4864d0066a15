import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { api } from '#contract/addresses.ts';
import type { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { makeBook } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { residentBytes } from '#bench/resident.ts';

/** Addresses for the traffic. */
export type SoakLibrary = {
  /** Stored PDFs, of a few pages and of some megabytes. */
  fileIds: string[];
  /** Paths of the lists of subjects. */
  subjectPaths: string[];
  /** Paths of the archives with their papers. */
  archivePaths: string[];
};

export type SoakServer = {
  url: string;
  library: SoakLibrary;
  /** Resident memory in bytes and open handles, now. */
  weigh(): Promise<{ bytes: number; handles: number }>;
  stop(): Promise<void>;
};

type SubjectAddress = { facultyId: string; semesterId: string; subject: string; slug: string };

const smallFiles = 24;
const largeFiles = 4;
const largeBytes = 4 * 1024 * 1024;

/** Fills a data folder with the code of a checkout, and starts that checkout's server on it as a separate process. */
export async function openSoakServer(checkout: string, dataDir: string, materials: number): Promise<SoakServer> {
  const filling = await start(checkout, dataDir);
  const fileIds: string[] = [];
  const librarian = await openLibrarian(filling.url);
  for (let index = 0; index < smallFiles + largeFiles; index += 1) {
    const padBytes = index < smallFiles ? 40_000 : largeBytes;
    const id = `soak-${index}`;
    await librarian.upload(`${id}.pdf`, makeBook(`book number ${index}`, 4, { padBytes }), id);
    fileIds.push(id);
  }
  const places = await readPlaces(filling.url);
  await stop(filling.process);
  await fill(checkout, dataDir, { places, fileIds, materials });
  const { process: child, url } = await start(checkout, dataDir);
  const pid = child.pid ?? 0;
  await untilAtRest(pid);
  return {
    url,
    library: {
      fileIds,
      subjectPaths: places.map(
        ({ facultyId, semesterId, slug }) => `/faculty/${facultyId}/semester/${semesterId}/subject/${slug}`,
      ),
      archivePaths: places.map(({ slug: _slug, ...place }) => api.subjectArchive({ ...place, kind: 'paper' })),
    },
    async weigh() {
      const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
      return { bytes: (await residentBytes(pid)) ?? 0, handles: handles.length };
    },
    stop: () => stop(child),
  };
}

/**
 * Waits until the server has extracted texts and indexed its materials: until it uses hardly any processor time for
 * five seconds.
 */
async function untilAtRest(pid: number): Promise<void> {
  for (let seconds = 0, before = 0; seconds < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
    // Hundredths of a second, of the program and of the kernel for it.
    const ticks = Number(fields[13]) + Number(fields[14]);
    seconds = ticks - before < 10 ? seconds + 1 : 0;
    before = ticks;
  }
}

async function readPlaces(url: string): Promise<SubjectAddress[]> {
  const read = async <Answer>(address: string) =>
    (await (await fetch(`${url}${address}`, { headers: { 'x-appwrite-project': ids.projectId } })).json()) as Answer;
  type Faculties = { faculties: { id: string }[] };
  type Faculty = { terms: { id: string; subjects: { name: string; slug: string }[] }[] };
  const { faculties } = await read<Faculties>(api.faculties());
  const places: SubjectAddress[] = [];
  for (const { id } of faculties) {
    const { terms } = await read<Faculty>(api.faculty(id));
    for (const term of terms)
      for (const { name, slug } of term.subjects)
        places.push({ facultyId: id, semesterId: term.id, subject: name, slug });
  }
  return places;
}

/** Spreads papers and books over the subjects of the catalogue. */
async function fill(
  checkout: string,
  dataDir: string,
  { places, fileIds, materials }: { places: SubjectAddress[]; fileIds: string[]; materials: number },
): Promise<void> {
  const module: { openSqlite: typeof openSqlite } = await import(
    path.join(checkout, 'server/engines/database/sqlite/sqlite.ts')
  );
  const database = await module.openSqlite({ dataDir, publicUrl: 'http://127.0.0.1', ids });
  await database.transaction(async (records) => {
    for (let index = 0; index < materials; index += 1) {
      const { slug: _slug, ...place } = places[index % places.length] as SubjectAddress;
      const kind = index % 10 === 0 ? 'book' : 'paper';
      await records.materials.insert({
        ...place,
        id: `soak-${index}`,
        kind,
        title: kind === 'book' ? `Book number ${index}` : `Question paper number ${index}`,
        year: kind === 'book' ? null : 2017 + (index % 10),
        fileId: fileIds[index % fileIds.length] as string,
        coverFileId: null,
        isSample: false,
      });
    }
  });
  await database.close();
}

async function start(checkout: string, dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: checkout,
    env: {
      PATH: process.env['PATH'],
      // For profiles of the server alone: SERVER_NODE_OPTIONS=--cpu-prof.
      NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      SAMPLES: 'off',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4096);
      const found = /running at (http:\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${output}`)));
  });
  return { process: child, url };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
