import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { MaterialKind } from '#domain/material.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { openLibrarian } from '#test/support/library.ts';
import { readRows, runCommand, settingsIn } from './import-run.ts';
import { readShippedCatalogue } from './labelled-paths.ts';
import { makeDrives, type Drive, type DriveTruth } from './made-drives.ts';

/**
 * Imports drives into empty libraries, publishes nothing, and compares the staged rows with the truth: generated drives, and the
 * folders of `DRIVES_DIR` with a file `NAME.truth.json` next to them, written by a person:
 *
 *     {
 *       "folder": "NAME/Folder",      // what to import, below DRIVES_DIR; NAME without it
 *       "files": {                    // by the path that the import shows; files that are missing belong to no place
 *         "Folder/OS/unit 1.pdf": { "facultyId": "csit", "semesterId": "4", "subject": "Operating Systems", "kind": ["note"] }
 *       }
 *     }
 *
 * A place is right if faculty, term and subject are right. `alsoSubject` may list further correct subjects.
 */
export async function measureDrives(folder: string): Promise<string[]> {
  const made = await makeDrives(path.join(folder, 'drives'), await readShippedCatalogue());
  const given = process.env['DRIVES_DIR'];
  const drives = [...made, ...(given === undefined ? [] : await readDrives(given))];
  const lines = ['drives, imported into empty libraries', header];
  const notes: string[] = [];
  for (const [index, drive] of drives.entries()) {
    const counted = await importDrive(path.join(folder, `drive-${index}`), drive);
    lines.push(...counted.lines);
    notes.push(...counted.notes.map((note) => `  ${note}`));
  }
  return [...lines, ...notes];
}

/** Most reasons listed per drive. */
const maxReasons = 15;

const columns = ['files', 'accepted', 'ready', 'right', 'wrong, sure', 'to check', 'place right'] as const;
const cells = (words: readonly (string | number)[]) => words.map((word) => String(word).padStart(12)).join('');
const header = `  ${''.padEnd(34)}${cells(columns)}`;

async function readDrives(folder: string): Promise<Drive[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.truth.json')).toSorted();
  return Promise.all(
    names.map(async (file) => {
      const name = file.replace(/\.truth\.json$/, '');
      const { folder: chosen = name, files = {} } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as {
        folder?: string;
        files?: Record<string, TruthFile>;
      };
      const truth = new Map(Object.entries(files).map(([each, labelled]) => [each, truthOf(labelled)]));
      return { name, folder: path.join(folder, chosen), truth };
    }),
  );
}

type TruthFile = {
  facultyId: string | null;
  semesterId: string | null;
  subject: string | null;
  kind?: readonly MaterialKind[];
  alsoSubject?: readonly (string | null)[];
};

function truthOf({ facultyId, semesterId, subject, kind = [], alsoSubject = [] }: TruthFile): DriveTruth {
  if (facultyId === null || semesterId === null || subject === null) return null;
  const also = alsoSubject.filter((each) => each !== null);
  return { facultyId, semesterId, subject, kind, alsoSubject: also };
}

async function importDrive(dataFolder: string, drive: Drive): Promise<{ lines: string[]; notes: string[] }> {
  const settings = {
    ...settingsIn(dataFolder),
    OCR_LANGUAGES: 'off',
    ...(drive.catalogueFile === undefined ? {} : { CATALOGUE: drive.catalogueFile }),
  };
  const server = await startProcess(['main.ts'], settings);
  try {
    const report = path.join(dataFolder, 'report.csv');
    await runCommand([drive.folder, '--stage', '--report', report, '--to', server.url]);
    const rows = await readRows(server.url);
    const before = count(drive, rows);
    const lines = [lineOf(drive.name, await countFiles(drive.folder), before)];
    const notes = [...before.wrong, ...refusedLines(drive.name, await readFile(report, 'utf8'))];
    if (drive.corrected !== undefined) {
      await correct(server.url, rows, drive);
      const after = count(drive, await readRows(server.url));
      lines.push(lineOf('  after the correction', '', after));
      notes.push(...after.wrong);
    }
    return { lines, notes };
  } finally {
    await stopProcess(server.process);
  }
}

type Counted = { accepted: number; ready: number; right: number; wrong: string[]; toCheck: number; placeRight: number };

function count({ name, truth }: Drive, rows: readonly StagedFileAnswer[]): Counted {
  const counted: Counted = { accepted: rows.length, ready: 0, right: 0, wrong: [], toCheck: 0, placeRight: 0 };
  for (const row of rows) {
    const wanted = truth.get(row.path) ?? null;
    const { facultyId, semesterId, subject, kind } = row.fields;
    const isPlace =
      wanted !== null &&
      facultyId.value === wanted.facultyId &&
      ((semesterId.value === wanted.semesterId && subject.value === wanted.subject) ||
        (wanted.alsoSubject ?? []).some((each) => each === subject.value));
    const isKind = wanted !== null && (wanted.kind.length === 0 || wanted.kind.some((each) => each === kind.value));
    if (row.doubtful.length > 0) {
      counted.toCheck += 1;
      if (isPlace) counted.placeRight += 1;
    } else {
      counted.ready += 1;
      if (isPlace && isKind) counted.right += 1;
      else
        counted.wrong.push(
          `wrong, sure in ${name}: ${row.path}: ${facultyId.value} ${semesterId.value} ${subject.value} ${kind.value}`,
        );
    }
  }
  return counted;
}

function lineOf(
  name: string,
  files: number | '',
  { accepted, ready, right, wrong, toCheck, placeRight }: Counted,
): string {
  return `  ${name.padEnd(34)}${cells([files, accepted, ready, right, wrong.length, toCheck, placeRight])}`;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Counts the refused files of a report by reason, the most frequent first. */
function refusedLines(name: string, report: string): string[] {
  const end = /,(not taken|left out|to put together),("(?:[^"]|"")*"|[^,"]*)$/;
  const reasons = report.split('\r\n').flatMap((line) => {
    const [, outcome, reason = ''] = end.exec(line) ?? [];
    return outcome === undefined ? [] : [`${outcome}: ${reason.replace(/^"|"$/g, '').replaceAll('""', '"')}`];
  });
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => ({ reason, length }));
  if (counts.length === 0) return [];
  const lines = counts.toSorted((one, other) => other.length - one.length).slice(0, maxReasons);
  return [`refused of ${name}:`, ...lines.map(({ reason, length }) => `  ${String(length).padStart(5)} ${reason}`)];
}

/** Sets all known fields of one file, like a person. */
async function correct(url: string, rows: readonly StagedFileAnswer[], { truth, corrected }: Drive): Promise<void> {
  const row = rows.find((each) => each.path === corrected);
  const wanted = truth.get(corrected ?? '');
  if (!row || !wanted) throw new Error(`${corrected} was not staged`);
  const { facultyId, semesterId, subject, kind } = wanted;
  const librarian = await openLibrarian(url);
  const manual = { facultyId, semesterId, subject, kind: kind[0] };
  await librarian.send('PATCH', panelApi.staging(), { ids: [row.$id], manual });
}
