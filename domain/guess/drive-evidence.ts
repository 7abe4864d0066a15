import { codePattern, type CourseCode } from './find-course-codes.ts';
import { isSameUniversity, type NamedUniversity } from './find-universities.ts';
import { likenessKeys } from '#domain/guess/names/likeness-keys.ts';
import type { Guessing } from './prepare-guessing.ts';

/**
 * The combined evidence of the files of one drive, i.e. one chosen folder or archive, about their university. Programmes are
 * those of the catalogue, by id.
 */
export type DriveEvidence = {
  /** Programmes that a file of the drive supports, by the name of their university or by one of their codes. */
  own: readonly string[];
  /** Programmes that most such files contradict, with the contradicting words, for display. */
  foreign: Readonly<Record<string, string>>;
};

/**
 * A hint in one file about its university: `u:` and a name; `c:` and a code (one of each shape); `o:` and the id of a
 * programme, if the file has one of its codes together with the name of the subject. Counted over all files of a drive.
 */
export type DriveSignal = string;

export const noDrive: DriveEvidence = { own: [], foreign: {} };

/** Returns the drive of a file: the chosen folder or archive at the start of its path. Null for a single file. */
export function driveOf(path: string): string | null {
  const [drive = ''] = likenessKeys(path).folder.split('/');
  return drive === '' ? null : drive;
}

/** Maximum number of signals of each type per file; the first ones on a page are those of its head. */
const maxSignals = 6;
/** Minimum number of files that make a drive foreign: a single file may come from elsewhere. */
const minFiles = 2;
/**
 * Minimum number of foreign courses. Slides of one foreign course may be among a programme's notes, but several courses
 * are a programme.
 */
const minCodes = 2;

/**
 * Returns the signals of a file, without duplicates. `ofFaculties` are the programmes of which the file has a code
 * together with its subject.
 */
export function driveSignals(
  {
    universities,
    codes,
    ofFaculties,
  }: {
    universities: readonly NamedUniversity[];
    codes: readonly CourseCode[];
    ofFaculties: readonly string[];
  },
  guessing: Guessing,
): DriveSignal[] {
  const own = guessing.universities.flat();
  const names = universities.map(({ key }) => `u:${own.find((each) => isSameUniversity(key, each)) ?? key}`);
  // Takes one code of each shape, because files are counted by shape and two codes on one page are of one file.
  const written = [...new Map(codes.toReversed().map(({ key }) => [shapeOf(key), `c:${key}`])).values()];
  const owned = ofFaculties.map((id) => `o:${id}`);
  return [names, written, owned].flatMap((list) => [...new Set(list)].slice(0, maxSignals));
}

/**
 * Computes the evidence of a drive from the number of files that have each signal. The order of signals does not
 * matter.
 */
export function sumUpDrive(
  signals: readonly { signal: DriveSignal; files: number }[],
  guessing: Guessing,
): DriveEvidence {
  const of = (prefix: string) =>
    signals.flatMap(({ signal, files }) =>
      signal.startsWith(prefix) ? [{ key: signal.slice(prefix.length), files }] : [],
    );
  const universities = of('u:');
  const codes = of('c:').map((each) => ({ ...each, pattern: codePattern(each.key) }));
  const owned = of('o:');
  const own: string[] = [];
  const foreign: Record<string, string> = {};
  for (const [faculty, { id }] of guessing.faculties.entries()) {
    const keys = guessing.universities[faculty] ?? [];
    const forIt =
      sum(universities.filter(({ key }) => keys.includes(key))) + sum(owned.filter(({ key }) => key === id));
    if (forIt > 0) own.push(id);
    const other = keys.length === 0 ? null : most(universities.filter(({ key }) => !keys.includes(key)));
    const patterns = guessing.codePatterns[faculty];
    const shape = patterns ? mostShape(codes.filter(({ pattern }) => !patterns.has(pattern))) : null;
    if (other && other.files >= minFiles && other.files > forIt) foreign[id] = other.key;
    else if (shape && shape.codes >= minCodes && shape.files >= minFiles && shape.files > forIt)
      foreign[id] = shape.example;
  }
  return { own, foreign };
}

function sum(list: readonly { files: number }[]): number {
  return list.reduce((all, { files }) => all + files, 0);
}

function most<Each extends { key: string; files: number }>(list: readonly Each[]): Each | null {
  return list.reduce<Each | null>((best, each) => {
    if (!best || each.files > best.files) return each;
    return each.files === best.files && each.key < best.key ? each : best;
  }, null);
}

/** Returns the shape of a code: `18CSC205J` and `18CSC207J` have the same. */
const shapeOf = (key: string) => key.replace(/\d/g, '9').replace(/\p{Lu}/gu, 'A');

/** Returns the shape of code that most files have. */
function mostShape(codes: readonly { key: string; files: number }[]) {
  const shapes = new Map<string, { key: string; files: number; codes: number; example: string }>();
  for (const { key, files } of codes) {
    const shape = shapeOf(key);
    const known = shapes.get(shape) ?? { key: shape, files: 0, codes: 0, example: key };
    shapes.set(shape, {
      key: shape,
      files: known.files + files,
      codes: known.codes + 1,
      example: key < known.example ? key : known.example,
    });
  }
  return most([...shapes.values()]);
}
