import { groupBy } from '#domain/text/group-by.ts';
import type { FoundFaculty } from './find-faculties.ts';
import type { FoundSubject } from './find-subjects.ts';
import type { FoundTerm } from './find-terms.ts';
import type { Guessing } from './prepare-guessing.ts';
import type { Piece } from './read-source.ts';
import { termIndexes } from './term-numbers.ts';

/** A place that a file may belong to; null means "unknown, or not in the catalogue". */
export type WeighedPlace = { faculty: number | null; term: number | null; place: number | null; share: number };

/** Maximum odds that several agreeing pieces can reach. */
const maxOdds = 3000;
/** Odds of a programme or term that is not named while another one is. */
const contradiction = 0.12;
/**
 * Within a named programme, the subject decides the term, because curricula move subjects: a named term supports its
 * own subjects but does not contradict others.
 */
const namedTerm = { most: 8, other: 1 };
/** Chance that a word for another programme means that programme. */
const otherProgramme = 0.95;
/** Odds that a file has a subject that is not in the catalogue, if its programme is named, or a term of it. */
const otherSubject = { ofFaculty: 0.6, ofTerm: 0.25 };

/**
 * Returns all places that the evidence supports, each with its probability; the probabilities add up to 1. Assumes that
 * programme, term and subject are named independently of each other. `known` is the programme that is named or was set
 * by a person: the subjects then never select another one.
 */
export function weighPlaces(
  evidence: {
    faculties: readonly FoundFaculty[];
    terms: readonly FoundTerm[];
    subjects: readonly FoundSubject[];
    /** Pieces that name a programme that is not in the catalogue. */
    others: readonly Piece[];
  },
  { faculties, places, termNumbers }: Guessing,
  known: number | null,
): WeighedPlace[] {
  const facultyOdds = new Map<number, number>();
  for (const [faculty, found] of groupBy(evidence.faculties, (each) => each.faculty)) {
    facultyOdds.set(faculty, oddsOf(found));
  }
  if (known !== null) facultyOdds.set(known, maxOdds);
  const termOdds = faculties.map((faculty, index) => {
    const byTerm = new Map<number, { chance: number; piece: Piece }[]>();
    for (const term of evidence.terms) {
      for (const at of termIndexes(faculty, termNumbers[index] ?? [], term))
        byTerm.set(at, [...(byTerm.get(at) ?? []), term]);
    }
    return new Map([...byTerm].map(([term, found]) => [term, oddsOf(found)]));
  });
  const others = oddsOf(evidence.others.map((piece) => ({ chance: otherProgramme, piece })));
  const ofFaculty = (faculty: number) => {
    if (facultyOdds.size === 0 && others === 0) return 1;
    return facultyOdds.get(faculty) ?? contradiction;
  };
  const ofTerm = (faculty: number, term: number) => {
    const odds = termOdds[faculty];
    if (!odds || evidence.terms.length === 0) return 1;
    const own = odds.get(term);
    if (faculty === known) return own === undefined ? namedTerm.other : Math.min(own, namedTerm.most);
    return own ?? contradiction;
  };

  const subjectOdds = [...groupBy(evidence.subjects, (each) => each.place)].map(
    ([place, found]) => [place, oddsOf(found)] as const,
  );
  // Another programme has terms and subjects as well, so these are weaker evidence against it.
  const anyTerm = Math.max(1, ...termOdds.flatMap((odds) => [...odds.values()]));
  const anySubject = Math.sqrt(Math.max(1, ...subjectOdds.map(([, odds]) => odds)));
  const share = 1 + others * anyTerm * anySubject;
  const weighed: WeighedPlace[] = [{ faculty: null, term: null, place: null, share }];
  for (const faculty of facultyOdds.keys()) {
    const odds = ofFaculty(faculty);
    weighed.push({ faculty, term: null, place: null, share: odds * otherSubject.ofFaculty });
    for (const term of termOdds[faculty]?.keys() ?? [])
      weighed.push({ faculty, term, place: null, share: odds * ofTerm(faculty, term) * otherSubject.ofTerm });
  }
  for (const [place, odds] of subjectOdds) {
    const at = places[place];
    if (!at || (known !== null && !facultyOdds.has(at.faculty))) continue;
    const weight = odds * ofFaculty(at.faculty) * ofTerm(at.faculty, at.term);
    weighed.push({ faculty: at.faculty, term: at.term, place, share: weight });
  }
  const sum = weighed.reduce((all, each) => all + each.share, 0);
  return weighed.map((each) => ({ ...each, share: each.share / sum }));
}

/**
 * Returns the odds that the pieces are right. Multiplies those of folder, file and text, because they were written by
 * different people or at different times. Of the lines of a text, only the likeliest counts.
 */
export function oddsOf(found: readonly { chance: number; piece: Piece }[]): number {
  const chances: number[] = [];
  let inText = 0;
  for (const [piece, group] of groupBy(found, (each) => each.piece)) {
    const chance = Math.max(...group.map((each) => each.chance));
    if (piece.source === 'text') inText = Math.max(inText, chance);
    else chances.push(chance);
  }
  chances.push(inText);
  const odds = chances.reduce((product, chance) => product * (1 + chance / (1 - Math.min(chance, 0.99))), 1) - 1;
  return Math.min(odds, maxOdds);
}
