import type { Guessing } from './prepare-guessing.ts';
import type { WeighedPlace } from './weigh-places.ts';

/** The parts of a place that a person has set by hand. */
export type KnownPlace = { facultyId?: string; semesterId?: string; subject?: string };

/**
 * Weight of a place that only the facts support, compared with one that names support as well. A subject set by hand
 * belongs to its place in the catalogue even if no name supports that.
 */
const unwritten = 0.05;
/** The weight of a programme without evidence. */
const leastBefore = 0.01;

/**
 * Returns those of the weighed places that the facts allow, and places that follow from the facts. The shares add up to
 * 1.
 */
export function narrowToFacts(weighed: readonly WeighedPlace[], facts: KnownPlace, guessing: Guessing): WeighedPlace[] {
  const { facultyId, semesterId, subject } = facts;
  if (facultyId === undefined && semesterId === undefined && subject === undefined) return [...weighed];
  const { faculties, places } = guessing;
  const isPossible = ({ faculty, term, place }: Omit<WeighedPlace, 'share'>) => {
    const at = faculty === null ? null : (faculties[faculty] ?? null);
    if (facultyId !== undefined && at?.id !== facultyId) return false;
    // An unknown term may be the one that was set, unless the subject is known.
    if (semesterId !== undefined && (term === null || at?.terms[term]?.id !== semesterId)) return false;
    if (subject === undefined) return true;
    const named = place === null ? undefined : places[place];
    return named?.name === subject || (named?.formerNames.includes(subject) ?? false);
  };
  const narrowed = weighed.filter(isPossible);
  const has = (one: Omit<WeighedPlace, 'share'>) =>
    narrowed.some(({ faculty, term, place }) => faculty === one.faculty && term === one.term && place === one.place);
  const add = (one: Omit<WeighedPlace, 'share'>, share: number) => {
    if (isPossible(one) && !has(one)) narrowed.push({ ...one, share });
  };
  if (subject !== undefined) {
    for (const [place, { faculty, term }] of places.entries()) add({ faculty, term, place }, unwritten);
  } else {
    for (const [faculty, { terms }] of faculties.entries()) {
      // All programmes have such a term, so the likelihood of the programme does not change.
      const before = weighed.reduce((all, each) => (each.faculty === faculty ? all + each.share : all), 0);
      const share = unwritten * Math.max(before, leastBefore);
      if (semesterId === undefined) add({ faculty, term: null, place: null }, share);
      else for (const term of terms.keys()) add({ faculty, term, place: null }, share);
    }
  }
  const sum = narrowed.reduce((all, { share }) => all + share, 0);
  return narrowed.map((each) => ({ ...each, share: each.share / sum }));
}
