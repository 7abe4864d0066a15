import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { pictureLimits } from '#server/library/pictures/picture-capacity.ts';
import { withoutNetwork } from './without-network.ts';
import { createWorkerProcess } from './worker-process.ts';

afterEach(() => vi.unstubAllEnvs());

/** Attempts actions of a decoder that was compromised by a hostile file. */
const attack = `
import fs from 'node:fs';
import net from 'node:net';
import { getPriority } from 'node:os';
import '${pathToFileURL(createRequire(import.meta.url).resolve('sharp')).href}';
import { serveJobs } from '${new URL('./serve-jobs.ts', import.meta.url).href}';
import { doPictureJob } from '${new URL('../../library/pictures/make-picture.ts', import.meta.url).href}';
const attempt = (work) => Promise.resolve().then(work).then((value) => String(value), (error) => error.code ?? error.message);
serveJobs(async ({ path, output, database, folder, port }) => ({
  itsFile: await attempt(() => fs.readFileSync(path, 'utf8')),
  itsOutput: await attempt(() => fs.writeFileSync(output, 'made')),
  database: await attempt(() => fs.readFileSync(database)),
  picture: await attempt(() => doPictureJob({ kind: 'inspect', sha256: null, path: database, output })),
  folder: await attempt(() => fs.readdirSync(folder)),
  environmentOfServer: await attempt(() => fs.readFileSync('/proc/' + process.ppid + '/environ')),
  changesItsFile: await attempt(() => fs.writeFileSync(path, 'changed')),
  writesElsewhere: await attempt(() => fs.writeFileSync(folder + '/new', 'x')),
  linksElsewhere: await attempt(() => fs.linkSync(database, output + '2')),
  startsProgram: await attempt(() => import('node:child_process').then((all) => all.execFileSync('ls'))),
  connects: await attempt(() => new Promise((resolve, reject) => net.connect(port, '127.0.0.1', () => resolve('connected')).once('error', reject))),
  runsText: await attempt(() => new Function('return 1')()),
  environment: Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE').sort(),
  isBelowNormal: getPriority() > 0,
}));
`;

test('a worker process can read only its one file, whatever it tries', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'a secret of the operator');
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-rights-'));
  const [database, input, program, scratch] = ['examshelf.db', 'stored', 'attack.mjs', 'scratch'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string, string];
  await writeFile(database, 'everybody’s passwords');
  await writeFile(input, 'its one file');
  await writeFile(program, attack);
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const worker = createWorkerProcess<{ kind: string; database: string; folder: string; port: number }, object>({
    program: pathToFileURL(program),
    scratch,
    log: pino({ level: 'silent' }),
    limits: pictureLimits,
  });
  try {
    const denied = 'ERR_ACCESS_DENIED';
    expect(await worker.run({ kind: 'attack', database, folder, port }, input, async (outcome) => outcome)).toEqual({
      itsFile: 'its one file',
      itsOutput: 'undefined',
      database: denied,
      picture: denied,
      folder: denied,
      environmentOfServer: denied,
      changesItsFile: denied,
      writesElsewhere: denied,
      linksElsewhere: denied,
      startsProgram: denied,
      // Some machines do not allow namespaces.
      connects: (await withoutNetwork()).length > 0 ? 'ENETUNREACH' : 'connected',
      runsText: expect.stringMatching(/Code generation from strings disallowed/),
      // libvips adds the last one.
      environment: ['MALLOC_ARENA_MAX', 'NODE_NO_WARNINGS', 'VIPSHOME'],
      isBelowNormal: true,
    });
    const lent = (await readdir(scratch, { recursive: true })).filter((name) => name.length > 50);
    expect(lent).toEqual([]);
  } finally {
    await worker.close();
    listener.close();
    expect(await readdir(scratch)).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  }
});

test('a data folder may have spaces and commas in its path', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-rights-'));
  const odd = path.join(folder, 'a b, c');
  await mkdir(odd);
  const program = path.join(folder, 'copy.mjs');
  await writeFile(
    program,
    `import fs from 'node:fs';
     import { serveJobs } from '${new URL('./serve-jobs.ts', import.meta.url).href}';
     serveJobs(async ({ path, output }) => (fs.writeFileSync(output, fs.readFileSync(path)), { state: 'fine' }));`,
  );
  await writeFile(path.join(odd, 'stored'), 'its one file');
  const parts = { program: pathToFileURL(program), log: pino({ level: 'silent' }), limits: pictureLimits };
  const worker = createWorkerProcess<{ kind: string }, object>({ ...parts, scratch: path.join(odd, 'scratch') });
  const outcome = await worker.run({ kind: 'copy' }, path.join(odd, 'stored'), async (found) => found);
  await worker.close();
  await rm(folder, { recursive: true, force: true });
  expect(outcome).toEqual({ state: 'fine' });
});
