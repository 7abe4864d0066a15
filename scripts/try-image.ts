import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { imageSteps, type ImageStep } from './image/image-steps.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * `npm run image`: builds the image and runs it, if there is a Docker engine. Without one, runs each step of the
 * Dockerfile as written in a separate folder, then starts the result without root and with the program's folder
 * read-only (the latter two only as root). Prints the size, and fails unless the library responds and stops.
 */
async function tryImage(): Promise<void> {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0) {
    tryWithDocker();
    return;
  }
  process.stdout.write('No Docker engine responds: the steps of the Dockerfile run as written, without it.\n');
  const place = await mkdtemp(path.join(tmpdir(), 'examshelf-image-'));
  // The user who runs it is not the one who builds it.
  await chmod(place, 0o755);
  try {
    const stages = imageSteps(await readFile(path.join(root, 'Dockerfile'), 'utf8'));
    const made: string[] = [];
    for (const [index, stage] of stages.entries()) {
      const disk = path.join(place, `stage-${index}`);
      made.push(disk);
      await runStage({
        steps: stage.steps,
        disk,
        disks: new Map(stages.map((each, at) => [each.name, made[at] ?? ''])),
      });
    }
    const app = path.join(made.at(-1) ?? place, 'app');
    process.stdout.write(`The program's folder has ${Math.round((await sizeOf(app)) / 1e6)} MB, without Node.\n`);
    await runOnce(app, path.join(place, 'data'));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function tryWithDocker(): void {
  const run = (...words: string[]) => execFileSync('docker', words, { cwd: root, stdio: 'inherit' });
  run('build', '-t', 'examshelf', '.');
  run('image', 'ls', 'examshelf');
  run('run', '--rm', '--init', '--read-only', '--tmpfs', '/tmp', 'examshelf', 'node', '--version');
  const words = 'run -d --rm --init --read-only --tmpfs /tmp -p 127.0.0.1:39871:3000 examshelf';
  const id = execFileSync('docker', words.split(' ')).toString().trim();
  try {
    execFileSync('sh', [
      '-c',
      'for i in $(seq 60); do curl -fsS http://127.0.0.1:39871/readyz && exit 0; sleep 1; done; exit 1',
    ]);
  } finally {
    run('stop', id);
  }
}

/** Runs the steps of one stage with `disk` instead of the image's root. */
async function runStage(parts: { steps: ImageStep[]; disk: string; disks: Map<string, string> }): Promise<void> {
  const { disk, disks } = parts;
  let directory = disk;
  await mkdir(disk, { recursive: true });
  for (const step of parts.steps) {
    process.stdout.write(`── ${step.text}\n`);
    if (step.kind === 'workdir') {
      directory = path.join(disk, step.path);
      await mkdir(directory, { recursive: true });
    } else if (step.kind === 'run') {
      // The account `node` exists in the base image only.
      const command = step.command.replace(/ && chown node:node \S+/, '');
      execFileSync('sh', ['-c', command], { cwd: directory, stdio: ['ignore', 'inherit', 'inherit'] });
    } else if (step.from !== null) {
      await cp(path.join(disks.get(step.from) ?? '', step.sources[0] ?? ''), path.join(directory, step.to), {
        recursive: true,
      });
    } else await copyContext(step.sources, path.join(directory, step.to));
  }
}

/** Copies the files of the project that .dockerignore allows: it excludes everything, then lists exceptions. */
async function copyContext(sources: readonly string[], to: string): Promise<void> {
  const lines = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const wanted = sources.includes('.') ? allowed : sources.filter((source) => allowed.includes(source));
  for (const name of wanted) await cp(path.join(root, name), path.join(to, name), { recursive: true });
}

/** Starts the program like the image's last stage, checks that it is ready, and stops it. */
async function runOnce(app: string, data: string): Promise<void> {
  await mkdir(data, { recursive: true });
  const node = process.execPath;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['65534:65534', data]);
  const confined = [
    '--mount',
    'sh',
    '-c',
    `mount --bind "${app}" "${app}" && mount -o remount,ro,bind "${app}" && cd "${app}" && exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "${node}" main.ts`,
  ];
  const child = spawn(isRoot ? 'unshare' : node, isRoot ? confined : ['main.ts'], {
    cwd: app,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        const found = /running at (\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
      child.on('exit', () => reject(new Error('the server ended before it responded')));
    });
    for (const address of ['/', '/books', '/readyz']) {
      const answer = await fetch(`${url}${address}`);
      process.stdout.write(`${answer.status} ${address}\n`);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  process.stdout.write(`Stopped with ${code}.\n`);
  if (code !== 0) throw new Error('the server did not stop cleanly');
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

await tryImage();
