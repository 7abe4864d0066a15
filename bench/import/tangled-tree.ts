import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandom } from '#bench/documents/random.ts';
import { examLines } from '#bench/documents/exam-lines.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import { yearAd } from '#domain/nepali-date.ts';
import { makePdf } from '#test/support/documents.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { makeScannedPdf } from '#test/support/scanned-pages.ts';

/** A generated file; `original` is the path of the file that it is a copy of. */
export type TangledFile = {
  /** As displayed by the import, without the name of the outermost folder. */
  path: string;
  what: 'plain' | 'scan' | 'damaged' | 'locked' | 'duplicate' | 'near';
  original: string | null;
  facultyId: string;
  semesterId: string;
  subject: string;
  kind: MaterialKind;
  /** AD; null if the file has none. */
  year: number | null;
};

export type TreeSize = {
  originals: number;
  duplicates: number;
  near: number;
  damaged: number;
  locked: number;
  scans: number;
};

export const fullTree: TreeSize = { originals: 270, duplicates: 20, near: 10, damaged: 5, locked: 5, scans: 20 };

/** Names of six programmes in a shared drive. */
const programmes: readonly { id: string; roots: readonly string[]; head: string }[] = [
  {
    id: 'csit',
    roots: ['BSc CSIT', 'csit past papers & notes', 'B.Sc. CSIT (TU)'],
    head: 'Computer Science and Information Technology',
  },
  { id: 'bca', roots: ['BCA', 'bca_all_semester', 'BCA TU materials'], head: 'Bachelor in Computer Application' },
  { id: 'bim', roots: ['BIM', 'BIM question collection'], head: 'Bachelor of Information Management' },
  { id: 'bba', roots: ['BBA', 'BBA papers'], head: 'Bachelor of Business Administration' },
  { id: 'civil-eng', roots: ['BE Civil', 'Civil Engg', 'Civil Engineering'], head: 'Bachelor of Civil Engineering' },
  { id: 'bpharm', roots: ['B.Pharm', 'BPharm'], head: 'Bachelor of Pharmacy' },
];

const ordinals = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];
const suffixes = ['st', 'nd', 'rd', 'th', 'th', 'th', 'th', 'th'];
const months = [
  'Baishakh',
  'Jestha',
  'Ashadh',
  'Shrawan',
  'Bhadra',
  'Ashwin',
  'Kartik',
  'Mangsir',
  'Poush',
  'Magh',
  'Falgun',
  'Chaitra',
];
const devanagari = (number: number) =>
  String(number).replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)));

type Random = () => number;
const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

/** Writes the tree into a folder, and returns its files. The same size and seed give the same tree. */
export async function writeTangledTree(
  folder: string,
  catalogue: Catalogue,
  size: TreeSize = fullTree,
  seed = 7,
): Promise<TangledFile[]> {
  const random = createRandom(seed);
  const written = new Map<string, Buffer>();
  const files: TangledFile[] = [];
  const contents = new Map<string, string[]>();
  const add = (file: TangledFile, bytes: Buffer) => {
    files.push(file);
    written.set(file.path, bytes);
  };
  for (let index = 0; index < size.originals; index += 1) {
    const truth = chooseTruth(random, catalogue, index);
    const what = whatIs(index, size);
    const name = nameFile(random, truth, what, (candidate) => written.has(candidate));
    const lines = [
      ...headOf(random, truth, what, name),
      ...examLines(seed * 1000 + index).map((line) => line.slice(0, 78)),
    ];
    const file: TangledFile = { path: name, what, original: null, ...truth.place, kind: truth.kind, year: truth.year };
    contents.set(name, lines);
    add(file, await bytesOf(what, lines, index));
  }
  addCopies(files, contents, written, size, add);
  await writeAll(folder, written);
  return files;
}

type Truth = {
  place: { facultyId: string; semesterId: string; subject: string };
  code: string | null;
  termIndex: number;
  kind: MaterialKind;
  year: number | null;
  /** The year as written: AD, or Bikram Sambat with or without a month. */
  written: { year: number; bs: boolean; month: number | null } | null;
  head: string;
  root: string;
};

function chooseTruth(random: Random, catalogue: Catalogue, index: number): Truth {
  const programme = programmes[index % programmes.length] as (typeof programmes)[number];
  const faculty = catalogue.faculties.find(({ id }) => id === programme.id);
  if (!faculty) throw new Error(`the catalogue has no ${programme.id}`);
  const termIndex = Math.floor(random() * faculty.terms.length);
  const term = faculty.terms[termIndex] as (typeof faculty.terms)[number];
  const subject = pick(random, term.subjects);
  const chance = random();
  const kind: MaterialKind = chance < 0.62 ? 'paper' : chance < 0.87 ? 'note' : chance < 0.96 ? 'revision' : 'book';
  const written = kind === 'paper' ? chooseYear(random) : null;
  const year =
    written &&
    (written.bs ? (yearAd({ year: written.year, month: written.month ?? undefined })?.year ?? null) : written.year);
  return {
    place: { facultyId: faculty.id, semesterId: term.id, subject: subject.name },
    code: subject.code,
    termIndex,
    kind,
    year,
    written,
    head: programme.head,
    root: pick(random, programme.roots),
  };
}

function chooseYear(random: Random): NonNullable<Truth['written']> {
  const bs = random() < 0.6;
  if (!bs) return { year: 2013 + Math.floor(random() * 11), bs, month: null };
  return { year: 2070 + Math.floor(random() * 11), bs, month: random() < 0.7 ? 1 + Math.floor(random() * 12) : null };
}

function whatIs(index: number, { damaged, locked, scans }: TreeSize): TangledFile['what'] {
  if (index < damaged) return 'damaged';
  if (index < damaged + locked) return 'locked';
  return index < damaged + locked + scans ? 'scan' : 'plain';
}

/** Arrangements of the folders of one drive. */
function nameFile(random: Random, truth: Truth, what: TangledFile['what'], isTaken: (name: string) => boolean): string {
  const { place, code, root, termIndex } = truth;
  const term = termName(random, termIndex);
  const subject = writeSubject(random, place.subject);
  const alone = nameWithin(random, truth, null);
  const whole = nameWithin(random, truth, writeSubject(random, place.subject));
  const chance = random();
  // Any file may be in a sorted folder; only files with a readable first page are unsorted.
  const isUnsorted = chance > 0.9 && truth.kind === 'paper' && (what === 'plain' || what === 'scan');
  const base = isUnsorted
    ? `${pick(random, ['Downloads', 'from phone', 'WhatsApp Documents'])}/${pick(random, ['scan', 'DOC-', 'IMG_2023', 'CamScanner '])}${Math.floor(random() * 90_000 + 10_000)}`
    : chance < 0.4
      ? `${root}/${term}/${subject}/${alone}`
      : chance < 0.7
        ? `${root}/${term}/${whole}`
        : chance < 0.8 && code !== null
          ? `${root}/${code} ${whole}`
          : `${root}/${pick(random, ['', 'old/', 'new upload/'])}${term}/${subject}/${whole}`;
  for (let copy = 0; ; copy += 1) {
    const name = `${base}${copy === 0 ? '' : ` (${copy})`}.${random() < 0.1 ? 'PDF' : 'pdf'}`;
    if (!isTaken(name)) return inZip(truth, name);
  }
}

/** The archives of the drive: one of a programme's first terms, and one that somebody sent. */
function inZip({ place, termIndex }: Truth, name: string): string {
  if (place.facultyId === 'bba' && termIndex < 2) return `BBA first year.zip/${name}`;
  if (place.facultyId === 'csit' && termIndex === 4) return `misc/csit_5th_sem.zip/${name}`;
  return name;
}

function termName(random: Random, index: number): string {
  const number = index + 1;
  return pick(random, [
    `Sem ${number}`,
    `Semester-${number}`,
    `${number}${suffixes[index]} sem`,
    `${ordinals[index]} Semester`,
    `${number}${suffixes[index]?.toUpperCase()} SEMESTER`,
    `${romans[index]} sem`,
    `sem_${number}`,
  ]);
}

const shorter: readonly (readonly [RegExp, string])[] = [
  [/\bManagement\b/g, 'Mgmt'],
  [/\bIntroduction to\b/g, 'Intro to'],
  [/\bProgramming\b/g, 'Prog'],
  [/\bMathematics\b/g, 'Maths'],
  [/\bEngineering\b/g, 'Engg'],
  [/\bAlgorithms?\b/g, 'Algo'],
];

function writeSubject(random: Random, name: string): string {
  const plain = name.replace(/\s*\(.*?\)/g, '').replaceAll('/', ' ');
  const chance = random();
  if (chance < 0.45) return plain;
  if (chance < 0.6) return plain.toLowerCase();
  if (chance < 0.7) return plain.replaceAll(' ', '_');
  if (chance < 0.8) return plain.replace(/\band\b/g, '&');
  if (chance < 0.92) return shorter.reduce((short, [long, word]) => short.replace(long, word), plain);
  return plain.toUpperCase();
}

function nameWithin(random: Random, { kind, written }: Truth, subject: string | null): string {
  const by = (...parts: (string | number | null)[]) =>
    parts.filter((part) => part !== null && part !== '').join(pick(random, [' ', ' ', '_', ' - ']));
  const year = written && (written.bs && random() < 0.12 ? devanagari(written.year) : written.year);
  if (kind === 'paper')
    return pick(random, [
      by(subject, year),
      by(subject, year, 'board question'),
      by(subject, 'question paper', year),
      by(year, subject, 'past question'),
      by(subject, 'QP', year),
    ]);
  if (kind === 'note')
    return pick(random, [
      by(subject, 'note'),
      by(subject, `unit ${1 + Math.floor(random() * 8)} notes`),
      by(`Chapter ${1 + Math.floor(random() * 8)}`, subject, 'lecture'),
      by(subject, 'handwritten notes'),
    ]);
  if (kind === 'revision')
    return pick(random, [
      by(subject, 'important questions'),
      by(subject, 'imp questions'),
      by(subject, 'quick revision'),
    ]);
  return pick(random, [by(subject, 'textbook'), by(subject, '3rd edition book'), by(subject, 'reference book')]);
}

/** Returns the first lines: papers have the printed head of the university, notes often have none. */
function headOf(random: Random, truth: Truth, what: TangledFile['what'], name: string): string[] {
  const { place, kind, written, head, termIndex, code } = truth;
  const isUnsorted = /^(?:Downloads|from phone|WhatsApp)/.test(name);
  if (kind !== 'paper') {
    const title = `${place.subject}: ${kind === 'note' ? 'Unit 3' : kind === 'book' ? 'Third Edition' : 'Important questions'}`;
    return random() < 0.6 ? [title] : [];
  }
  // Some are truncated above the questions.
  if (!isUnsorted && what === 'plain' && random() < 0.2) return [];
  const when = written
    ? written.bs
      ? `${written.year}${written.month === null ? '' : ` ${months[written.month - 1]}`}`
      : `${written.year}`
    : '';
  return [
    'Tribhuvan University',
    `Bachelor Level / ${ordinals[Math.floor(termIndex / 2)]} Year / ${ordinals[termIndex]} Semester`,
    `${head}${code === null ? '' : ` (${code})`}`,
    place.subject,
    when,
    'Full Marks: 60     Pass Marks: 24     Time: 3 hours',
    'Candidates are required to give their answers in their own words.',
  ].filter((line) => line !== '');
}

async function bytesOf(what: TangledFile['what'], lines: string[], index: number): Promise<Buffer> {
  const ascii = lines.map((line) => line.normalize('NFKD').replace(/[^\x20-\x7e]/g, "'"));
  if (what === 'locked')
    return makeLockedPdf(`locked ${index}`, { cipher: 'aes-256', password: Buffer.from('secret') });
  if (what === 'scan')
    return makeScannedPdf([
      { columns: [ascii.slice(0, 14)], flaws: { noise: 0.2, blur: 1, dpi: 200, seed: index + 1 } },
    ]);
  const whole = makePdf([ascii.slice(0, 30)], { title: `Document ${index}` });
  // Truncated like an interrupted download.
  return what === 'damaged' ? whole.subarray(0, Math.round(whole.length * 0.6)) : whole;
}

function addCopies(
  files: readonly TangledFile[],
  contents: ReadonlyMap<string, string[]>,
  written: ReadonlyMap<string, Buffer>,
  { duplicates, near }: TreeSize,
  add: (file: TangledFile, bytes: Buffer) => void,
): void {
  // Last in the order of the import, so that these are the copies.
  const originals = files.filter(({ what, path: name }) => what === 'plain' && !name.includes('.zip/'));
  for (let index = 0; index < duplicates + near; index += 1) {
    const original = originals[(index * 7) % originals.length] as TangledFile;
    const isNear = index >= duplicates;
    const name = original.path.split('/').at(-1) ?? '';
    const copy = { ...original, what: isNear ? ('near' as const) : ('duplicate' as const), original: original.path };
    const bytes = isNear
      ? makePdf([(contents.get(original.path) ?? []).map(asciiOf).slice(0, 30)], { title: `Sent again ${index}` })
      : (written.get(original.path) as Buffer);
    add(
      { ...copy, path: `zz backup/${index % 3 === 0 ? 'from friend/' : ''}${original.facultyId} ${index} ${name}` },
      bytes,
    );
  }
}

const asciiOf = (line: string) => line.normalize('NFKD').replace(/[^\x20-\x7e]/g, "'");

async function writeAll(folder: string, written: ReadonlyMap<string, Buffer>): Promise<void> {
  const archives = new Map<string, { name: string; bytes: Uint8Array; isMarked: boolean; isPacked: boolean }[]>();
  for (const [name, bytes] of written) {
    const [archive, inner] = name.split('.zip/');
    if (inner !== undefined) {
      const list = archives.get(`${archive}.zip`) ?? [];
      archives.set(`${archive}.zip`, [...list, { name: inner, bytes, isMarked: true, isPacked: true }]);
      continue;
    }
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  for (const [name, entries] of archives) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, makeZip(entries));
  }
}
