import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedFileAnswer, StagedListAnswer } from '#contract/schemas/answer-types.ts';
import { placeFields, sureFrom } from '#domain/guess/names/place-fields.ts';
import { runImport } from '#scripts/import/run-import.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { readShippedCatalogue } from './labelled-paths.ts';
import { writeTangledTree, type TangledFile } from './tangled-tree.ts';

/**
 * Imports 300 files in a tangled tree by `npm run import -- FOLDER --publish-above 0.9` on a separate server, and compares them
 * with the truth: right places without corrections, wrong guesses among the sure ones, reported duplicates, and files per
 * second.
 */
export async function measureImportRun(folder: string): Promise<string[]> {
  const tree = path.join(folder, 'Shared drive');
  await mkdir(tree, { recursive: true });
  const files = await writeTangledTree(tree, await readShippedCatalogue());
  return [...(await measureUndisturbed(folder, tree, files)), ...(await measureInterrupted(folder, tree))];
}

const account = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };
export const settingsIn = (folder: string) => ({
  ...account,
  DATA_DIR: folder,
  SAMPLES: 'off',
  PORT: '0',
  LOG_LEVEL: 'warn',
});

export async function runCommand(args: string[], signal = new AbortController().signal) {
  const output: string[] = [];
  const code = await runImport(args, {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => output.push(text) },
    stderr: { write: () => true },
    env: account,
    signal,
  });
  const report = output.join('').split('\n');
  return { code, report, lines: report.filter((line) => line !== '' && !line.startsWith('  ')) };
}

export async function measureUndisturbed(
  folder: string,
  tree: string,
  files: readonly TangledFile[],
): Promise<string[]> {
  const settings = settingsIn(path.join(folder, 'import-data'));
  const server = await startProcess(['main.ts'], settings);
  try {
    const began = performance.now();
    const { code, lines } = await runCommand([tree, '--publish-above', String(sureFrom), '--to', server.url]);
    const seconds = (performance.now() - began) / 1000;
    const rows = await readRows(server.url);
    return [
      `${files.length} files, exit code ${code}, ${seconds.toFixed(1)} s, ${(files.length / seconds).toFixed(1)} files a second`,
      ...compare(files, rows, path.basename(tree)),
      'the report of the command, without its lists:',
      ...lines.map((line) => `  ${line}`),
    ];
  } finally {
    await stopProcess(server.process);
  }
}

/** Number of requests with bytes before each disturbance. */
const disturbances = { cut: 40, stop: 90, kill: 60 };

/**
 * Imports the same files over a connection that is cut, by a command that is stopped and started again, to a server that is
 * killed during uploads and during publishing. Nothing may be missing or published twice.
 */
export async function measureInterrupted(folder: string, tree: string): Promise<string[]> {
  const settings = { ...settingsIn(path.join(folder, 'interrupted-data')), OCR_LANGUAGES: 'off' };
  let server = await startProcess(['main.ts'], settings);
  await using line = await openUnreliableLine(server.url);
  const disturbed = { cut: 0, killed: 0 };
  let restarting: Promise<void> = Promise.resolve();
  const kill = () => {
    disturbed.killed += 1;
    restarting = (async () => {
      server.process.kill('SIGKILL');
      await once(server.process, 'exit');
      server = await startProcess(['main.ts'], settings);
      line.target = server.url;
    })();
  };
  const args = [tree, '--publish-above', '0.9', '--to', line.url];
  try {
    let uploads = 0;
    const stopping = new AbortController();
    line.watch = (sent) => {
      if (!sent.includes('POST /v1/storage/')) return false;
      uploads += 1;
      if (uploads === disturbances.kill) kill();
      if (uploads === disturbances.stop) stopping.abort();
      if (uploads % disturbances.cut !== 0) return false;
      disturbed.cut += 1;
      return true;
    };
    const first = await runCommand(args, stopping.signal);
    let publishing = 0;
    line.watch = (sent) => {
      if (sent.startsWith('POST /v1/staging/publish')) {
        publishing += 1;
        if (publishing === 2) kill();
      }
      return false;
    };
    const second = await runCommand(args);
    await restarting;
    const rows = await readRows(server.url);
    const published = rows.filter(({ state }) => state === 'published');
    const materials = await countMaterials(server.url);
    const digests = new Set(published.map(({ digest }) => digest)).size;
    return [
      `disturbed: ${disturbed.cut} connections cut, the command stopped once (exit code ${first.code}), the server killed ${disturbed.killed} times; then exit code ${second.code}`,
      `  rows ${rows.length}, published ${published.length}, different files among these ${digests}, materials ${materials}, without bytes ${rows.filter(({ state }) => state === 'waiting').length}`,
      ...second.lines.map((each) => `  ${each}`),
    ];
  } finally {
    await restarting;
    await stopProcess(server.process);
  }
}

export async function countMaterials(url: string): Promise<number> {
  const { totals } = (await (await fetch(`${url}${api.countsByFaculty()}`)).json()) as {
    totals: Record<string, number>;
  };
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}

export async function readRows(url: string): Promise<StagedFileAnswer[]> {
  const librarian = await openLibrarian(url);
  const rows: StagedFileAnswer[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const answer = await librarian.send('GET', panelApi.stagedFiles({ filter: 'all', limit: 200, cursor }));
    const page = (await answer.json()) as StagedListAnswer;
    rows.push(...page.files);
    cursor = page.next;
  }
  return rows;
}

export function compare(files: readonly TangledFile[], rows: readonly StagedFileAnswer[], root: string): string[] {
  // Copies share a row with several paths.
  const byPath = new Map(rows.flatMap((row) => [row.path, ...row.otherPaths].map((each) => [each, row] as const)));
  const lines: string[] = [];
  const pairs = files.flatMap((file) => {
    const row = byPath.get(`${root}/${file.path}`);
    return row ? [{ file, row }] : [];
  });
  const sent = pairs.filter(({ file }) => file.what !== 'duplicate');
  const isRightPlace = ({ file, row }: (typeof pairs)[number]) =>
    row.fields.facultyId.value === file.facultyId &&
    row.fields.semesterId.value === file.semesterId &&
    row.fields.subject.value === file.subject;
  // For a locked or damaged file, only names are known.
  const share = (list: typeof pairs) => `${list.filter(isRightPlace).length} of ${list.length}`;
  lines.push(
    `right place without corrections: ${share(sent)} (${percent(sent.filter(isRightPlace).length, sent.length)})`,
  );
  for (const field of placeFields) {
    const known = sent.filter(({ file }) => file[field] !== null);
    const right = known.filter(({ file, row }) => row.fields[field].value === file[field]);
    const sure = sent.filter(({ row }) => row.fields[field].confidence >= sureFrom && row.fields[field].value !== null);
    const wrong = sure.filter(({ file, row }) => file[field] !== row.fields[field].value);
    lines.push(
      `  ${field.padEnd(11)} right ${percent(right.length, known.length)}, sure ${percent(sure.length, sent.length)}, wrong and sure ${wrong.length}`,
    );
    for (const { file, row } of wrong) lines.push(`    ${file.path}: ${row.fields[field].value}, not ${file[field]}`);
  }
  const wrongPlaces = sent.filter((pair) => !isRightPlace(pair));
  for (const { file, row } of wrongPlaces)
    lines.push(
      `  wrong place (${row.doubtful.join(' ') || 'NOT DOUBTFUL'}): ${file.path} [${file.what}]: ${row.fields.facultyId.value} ${row.fields.semesterId.value} ${row.fields.subject.value}, not ${file.facultyId} ${file.semesterId} ${file.subject}`,
    );
  const published = sent.filter(({ row }) => row.state === 'published');
  const doubtful = sent.filter(({ row }) => row.state !== 'published' && row.doubtful.length > 0);
  const only = (field: string) => doubtful.filter(({ row }) => row.doubtful.join(' ') === field).length;
  lines.push(
    `published ${published.length}, of these wrong ${published.filter((pair) => !isRightPlace(pair)).length}; doubtful ${doubtful.length} (only the year ${only('year')}, only the kind ${only('kind')})`,
  );
  const of = (what: TangledFile['what']) => files.filter((file) => file.what === what);
  const merged = of('duplicate').filter(({ path: name, original = '' }) => {
    const row = byPath.get(`${root}/${name}`);
    return row !== undefined && row === byPath.get(`${root}/${original}`);
  }).length;
  const near = pairs.filter(({ file, row }) => file.what === 'near' && row.duplicates.length > 0);
  const unreadable = pairs.filter(({ file, row }) => ['damaged', 'locked'].includes(file.what) && row.warning !== null);
  const others = pairs.filter(
    ({ file, row }) => file.what !== 'near' && row.state === 'checked' && row.duplicates.length > 0,
  );
  lines.push(
    `one row with their original: ${merged} of ${of('duplicate').length} duplicates; reported as nearly the same: ${near.length} of ${of('near').length}, others ${others.length}`,
    `reported as damaged or locked: ${unreadable.length} of ${of('damaged').length + of('locked').length}`,
    `scans whose place is right: ${share(sent.filter(({ file }) => file.what === 'scan'))}`,
  );
  return lines;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
}
