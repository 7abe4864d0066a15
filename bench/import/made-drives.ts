import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { examLines } from '#bench/documents/exam-lines.ts';
import { makeLine } from '#bench/documents/prose.ts';
import { createRandom } from '#bench/documents/random.ts';
import sharp from 'sharp';
import type { Catalogue, Faculty } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import { pathOfPages } from '#domain/photograph-groups.ts';
import { makePdf } from '#test/support/documents.ts';

/** The place of a file; null if it belongs to no place of the catalogue. */
export type DriveTruth = {
  facultyId: string;
  semesterId: string;
  subject: string;
  /** Any of these is right; any kind is right if the list is empty. */
  kind: readonly MaterialKind[];
  alsoSubject?: readonly string[];
} | null;

/** A folder to import, with its truth by the paths that the import gives to files. */
export type Drive = {
  name: string;
  folder: string;
  truth: ReadonlyMap<string, DriveTruth>;
  /** Path of another catalogue than the shipped one. */
  catalogueFile?: string;
  /** The path of a file to correct by hand, after which the drive is counted again. */
  corrected?: string;
};

type Made = { path: string; truth: DriveTruth; bytes: Buffer };

const ours = ['Tribhuvan University', 'Institute of Science and Technology'];
const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Writes all drives into the folder; the files are deterministic. */
export async function makeDrives(folder: string, catalogue: Catalogue): Promise<Drive[]> {
  const csit = facultyOf(catalogue, 'csit');
  const bca = facultyOf(catalogue, 'bca');
  const clean = filesOf(csit, [2, 3, 4], { root: 'BSc CSIT', head: ours });
  const withGaps = { faculties: catalogue.faculties.map((each) => (each === csit ? without(csit, '4') : each)) };
  const catalogueFile = path.join(folder, 'catalogue-with-gaps.json');
  await mkdir(folder, { recursive: true });
  await writeFile(catalogueFile, JSON.stringify(asFile(withGaps)));
  const flat = clean.map((file, index) => ({ ...file, path: `Heap/${flatName(file.path, index)}` }));
  return Promise.all([
    write(folder, 'clean', clean),
    write(folder, 'flat, after one correction', flat).then((drive) => ({ ...drive, corrected: flat[0]?.path ?? '' })),
    write(folder, 'catalogue with gaps', clean.map(lackingTerm('4'))).then((drive) => ({ ...drive, catalogueFile })),
    write(
      folder,
      'university named in the folder',
      foreign(filesOf(bca, [2, 3, 4], { root: 'Pokhara-University-BCA', head: [] })),
    ),
    write(
      folder,
      'university named on pages',
      foreign(
        filesOf(bca, [2, 3, 4], { root: 'BCA all semesters', head: ['Purbanchal University', 'Faculty of Science'] }),
      ),
    ),
    write(
      folder,
      'codes of another university',
      foreign(filesOf(csit, [2, 3, 4], { root: 'CSIT', head: ['Department of Computer Science'], codes: 'CT' })),
    ),
    write(folder, 'moved subjects', moved(csit)),
    writePictures(folder, csit),
  ]);
}

function facultyOf({ faculties }: Catalogue, id: string): Faculty {
  const faculty = faculties.find((each) => each.id === id);
  if (!faculty) throw new Error(`the catalogue has no ${id}`);
  return faculty;
}

function without(faculty: Faculty, term: string): Faculty {
  return { ...faculty, terms: faculty.terms.filter(({ id }) => id !== term) };
}

/** The form of a catalogue file. */
function asFile({ faculties }: Catalogue) {
  return {
    faculties: faculties.map(({ terms, university, ...faculty }) => ({
      ...faculty,
      ...(university === null ? {} : { university }),
      structure: terms.map(({ id, name, subjects }) => ({
        id,
        name,
        subjects: subjects.map((subject) => ({ name: subject.name, ...(subject.code ? { code: subject.code } : {}) })),
      })),
    })),
  };
}

type Style = { root: string; head: readonly string[]; codes?: string };

/** Makes papers and notes of all subjects of these terms (from 0), each in its folder. */
function filesOf(faculty: Faculty, terms: readonly number[], style: Style): Made[] {
  return terms.flatMap((index) =>
    (faculty.terms[index]?.subjects ?? []).flatMap((subject, at) => {
      const place = { facultyId: faculty.id, semesterId: faculty.terms[index]?.id ?? '', subject: subject.name };
      const folder = `${style.root}/${ordinals[index]} Semester/${subject.name}`;
      const code = style.codes === undefined ? (subject.code ?? '') : `${style.codes}-${300 + 10 * index + at}`;
      const seed = 100 * index + at;
      const papers = [2075, 2076, 2078].map((year) => ({
        path: `${folder}/Question Papers/${subject.name} ${year}.pdf`,
        truth: { ...place, kind: ['paper' as const] },
        bytes: paper([...style.head, `${subject.name} (${code})`], year, seed + year),
      }));
      const notes = [1, 2, 3].map((unit) => ({
        path: `${folder}/Notes/Unit ${unit}.pdf`,
        truth: { ...place, kind: ['note' as const] },
        bytes: note(style.codes === undefined ? `Unit ${unit}` : `${code} Unit ${unit}`, seed + unit),
      }));
      return [...papers, ...notes];
    }),
  );
}

/** Makes files of the subjects of the fourth term in the third, where a former curriculum had them. */
function moved(faculty: Faculty): Made[] {
  return filesOf(faculty, [3], { root: 'CSIT', head: ours }).map((file) => ({
    ...file,
    path: file.path.replace('Fourth Semester', 'Third Semester'),
  }));
}

const foreign = (files: readonly Made[]): Made[] => files.map((file) => ({ ...file, truth: null }));

const lackingTerm = (term: string) => (file: Made) =>
  file.truth?.semesterId === term ? { ...file, truth: null } : file;

/** Names a file in a flat folder: every second name has the subject. */
function flatName(name: string, index: number): string {
  const steps = name.split('/');
  return index % 2 === 0 ? `${steps.at(-3)} ${steps.at(-1)}` : `scan ${index}.pdf`;
}

function paper(head: readonly string[], year: number, seed: number): Buffer {
  const marks = [String(year), 'Full Marks: 60', 'Pass Marks: 24', 'Time: 3 hours', 'Attempt all questions.'];
  return makePdf([[...head, ...marks, ...examLines(seed, 8).map((line) => line.slice(0, 70))]]);
}

function note(title: string, seed: number): Buffer {
  const random = createRandom(seed);
  const page = () => Array.from({ length: 25 }, () => makeLine(random, 60));
  return makePdf([[title, ...page()], page(), page()]);
}

async function write(folder: string, name: string, files: readonly Made[]): Promise<Drive> {
  const root = files[0]?.path.split('/')[0] ?? '';
  const under = path.join(folder, name);
  for (const file of files) {
    const target = path.join(under, file.path);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.bytes);
  }
  const truth = new Map(files.map((file) => [file.path, file.truth]));
  return { name, folder: path.join(under, root), truth };
}

/** Makes papers of two photographed pages each, and a screenshot that is not a page. */
async function writePictures(folder: string, faculty: Faculty): Promise<Drive> {
  const term = faculty.terms[3];
  const files: Made[] = [];
  const truth = new Map<string, DriveTruth>();
  for (const [at, { name: subject }] of (term?.subjects ?? []).entries()) {
    const under = `BSc CSIT/Fourth Semester/${subject}/Question Papers`;
    const paths = [1, 2].map((page) => `${under}/${subject} 2078 page ${page}.jpg`);
    const place = { facultyId: faculty.id, semesterId: term?.id ?? '', subject, kind: ['paper' as const] };
    truth.set(pathOfPages(paths, new Set()), place);
    for (const [page, each] of paths.entries())
      files.push({ path: each, truth: null, bytes: await picture(2 * at + page, { width: 450, height: 600 }) });
  }
  const screenshot = 'BSc CSIT/Fourth Semester/Lab/Screenshot 2024-01-02 101112.png';
  files.push({ path: screenshot, truth: null, bytes: await picture(99, { width: 1920, height: 1080 }) });
  return { ...(await write(folder, 'pictures', files)), truth };
}

/** Makes a picture of one colour; each shade has different bytes. */
function picture(shade: number, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const background = { r: 100 + shade, g: 220, b: 220 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
