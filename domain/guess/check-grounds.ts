import { headLines, isNamed, type Evidence } from './collect-evidence.ts';
import type { DriveEvidence } from './drive-evidence.ts';
import { codePattern } from './find-course-codes.ts';
import { isSameUniversity } from './find-universities.ts';
import { describePiece } from './read-source.ts';
import type { Guessing } from './prepare-guessing.ts';

/**
 * The grounds for a place. `isGrounded` is true if something names the place; `against` lists evidence against it, in
 * words.
 */
export type Grounds = { isGrounded: boolean; against: string[] };

/**
 * Checks the grounds of a likely place. It is sure only if folder, name or page names the programme or its university,
 * or a code of the catalogue next to its subject, and there is no evidence against it: no other university, programme
 * or code pattern in the file's own names, on its page, or in most of its drive. Degrees that exist at universities
 * worldwide need more than their letters (docs/decisions/0074-evidence-not-likeness.md).
 */
export function checkGrounds(
  evidence: Evidence,
  { faculty, place }: { faculty: number; place: number | null },
  guessing: Guessing,
  drive: DriveEvidence,
): Grounds {
  const id = guessing.faculties[faculty]?.id ?? '';
  const keys = guessing.universities[faculty] ?? [];
  const isOwn = (key: string) => keys.some((own) => isSameUniversity(key, own));
  const namesUniversity = evidence.universities.some(({ key }) => isOwn(key));
  const degrees = evidence.faculties.filter(
    (each) =>
      each.faculty === faculty && !each.isField && (each.piece.source !== 'text' || each.piece.distance < headLines),
  );
  const hasCode =
    place !== null &&
    evidence.subjects.some((each) => each.place === place && each.isCode) &&
    (isNamed(evidence, place) || evidence.years.some(({ bs }) => bs !== null));
  const isVouched = namesUniversity || namesLetters(evidence, keys) || drive.own.includes(id);
  const isGrounded = namesUniversity || hasCode || degrees.some(({ isWorldwide }) => !isWorldwide || isVouched);

  const against: string[] = [];
  if (keys.length > 0)
    for (const { key, shown, piece } of evidence.universities)
      if (!isOwn(key)) against.push(`${describePiece({ ...piece, shown })}`);
  for (const piece of evidence.others) against.push(describePiece(piece));
  const patterns = guessing.codePatterns[faculty];
  if (patterns)
    for (const { key, shown, piece } of evidence.codes)
      if (!patterns.has(codePattern(key))) against.push(describePiece({ ...piece, shown }));
  const ofDrive = drive.foreign[id];
  if (ofDrive !== undefined) against.push(`other files of this folder: “${ofDrive}”`);
  return { isGrounded, against: [...new Set(against)] };
}

/** Letters of Pokhara and of Purbanchal University, which have the same programmes. */
const sharedLetters = new Set(['PU']);

/** True if a folder or the name has the letters of the university, such as TU, which are unambiguous next to a degree. */
function namesLetters({ pieces }: Evidence, keys: readonly string[]): boolean {
  const letters = new Set(keys.map((key) => `${key.slice(0, 1).toUpperCase()}U`));
  return pieces.some(
    ({ source, text }) =>
      source !== 'text' &&
      text.split(/[^\p{L}\p{N}.]+/u).some((word) => {
        const bare = word.replaceAll('.', '');
        return letters.has(bare) && !sharedLetters.has(bare);
      }),
  );
}
