import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '#contract/addresses.ts';
import type { StagedFileAnswer, StagedListAnswer } from '#contract/additions.ts';
import { placeFields, sureFrom } from '#domain/guess/place-fields.ts';
import { runImport } from '#scripts/import/run-import.ts';
import { openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { readShippedCatalogue } from './labelled-paths.ts';
import { writeTangledTree, type TangledFile } from './tangled-tree.ts';

/**
 * 300 files in a tangled tree through `npm run import -- FOLDER --publish-above 0.9` against a server of its own, beside
 * their truth: right places without a touch, wrong guesses among those that were sure, what was told of copies, and files
 * a second.
 */
export async function measureImportRun(folder: string): Promise<string[]> {
  const tree = path.join(folder, 'Shared drive');
  await mkdir(tree, { recursive: true });
  const files = await writeTangledTree(tree, await readShippedCatalogue());
  const settings = {
    DATA_DIR: path.join(folder, 'import-data'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLES: 'off',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const server = await startProcess(['main.ts'], settings);
  try {
    const output: string[] = [];
    const began = performance.now();
    const code = await runImport([tree, '--publish-above', String(sureFrom), '--to', server.url], {
      stdin: Readable.from([]),
      stdout: { write: (text: string) => output.push(text) },
      stderr: { write: (text: string) => output.push(text) },
      env: settings,
      signal: new AbortController().signal,
    });
    const seconds = (performance.now() - began) / 1000;
    const rows = await readRows(server.url);
    return [
      `${files.length} files, exit code ${code}, ${seconds.toFixed(1)} s, ${(files.length / seconds).toFixed(1)} files a second`,
      ...compare(files, rows, path.basename(tree)),
      'the report of the command, without its lists:',
      ...output
        .join('')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('  '))
        .map((line) => `  ${line}`),
    ];
  } finally {
    await stopProcess(server.process);
  }
}

async function readRows(url: string): Promise<StagedFileAnswer[]> {
  const librarian = await openLibrarian(url);
  const rows: StagedFileAnswer[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const answer = await librarian.send('GET', api.stagedFiles({ filter: 'all', limit: 200, cursor }));
    const page = (await answer.json()) as StagedListAnswer;
    rows.push(...page.files);
    cursor = page.next;
  }
  return rows;
}

function compare(files: readonly TangledFile[], rows: readonly StagedFileAnswer[], root: string): string[] {
  const byPath = new Map(rows.map((row) => [row.path, row]));
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
  // A locked or damaged file has only its names.
  const share = (list: typeof pairs) => `${list.filter(isRightPlace).length} of ${list.length}`;
  lines.push(`right place without a touch: ${share(sent)} (${percent(sent.filter(isRightPlace).length, sent.length)})`);
  for (const field of placeFields) {
    const told = sent.filter(({ file }) => file[field] !== null);
    const right = told.filter(({ file, row }) => row.fields[field].value === file[field]);
    const sure = sent.filter(({ row }) => row.fields[field].confidence >= sureFrom && row.fields[field].value !== null);
    const wrong = sure.filter(({ file, row }) => file[field] !== row.fields[field].value);
    lines.push(
      `  ${field.padEnd(11)} right ${percent(right.length, told.length)}, sure ${percent(sure.length, sent.length)}, wrong and sure ${wrong.length}`,
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
  const unsent = of('duplicate').filter((file) => !byPath.has(`${root}/${file.path}`)).length;
  const near = pairs.filter(({ file, row }) => file.what === 'near' && row.duplicates.length > 0);
  const unreadable = pairs.filter(({ file, row }) => ['damaged', 'locked'].includes(file.what) && row.warning !== null);
  const others = pairs.filter(
    ({ file, row }) => file.what !== 'near' && row.state !== 'published' && row.duplicates.length > 0,
  );
  lines.push(
    `told before they were sent: ${unsent} of ${of('duplicate').length} duplicates; told as nearly the same: ${near.length} of ${of('near').length}, others ${others.length}`,
    `told as damaged or locked: ${unreadable.length} of ${of('damaged').length + of('locked').length}`,
    `scans whose place is right: ${share(sent.filter(({ file }) => file.what === 'scan'))}`,
  );
  return lines;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
}
