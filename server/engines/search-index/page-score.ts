import { visitWords } from './word-stream.ts';

/** A word of a query to find on a page. */
export type Probe = {
  /** The clause that the word belongs to, and the term in the clause. */
  clause: number;
  term: number;
  /** Position of the word in the term. */
  place: number;
  /** Quality of the match: 1 for the exact form, less for an inflected form, a longer word, or a near word. */
  weight: number;
};

/** The weight of a clause. */
export type ClauseFacts = {
  /** Significance for a page: greater for rare words. */
  rarity: number;
  isOptional: boolean;
  /** For each term, the number of words that must follow each other in the text. */
  lengths: readonly number[];
};

export type PagePlan = {
  /** The probes by number of the word. */
  probes: ReadonlyMap<number, readonly Probe[]>;
  /** 1 at the numbers of the words in the plan: much faster than a lookup in the map. */
  wanted: Uint8Array;
  clauses: readonly ClauseFacts[];
  averageLength: number;
};

/** The matches of a query on a page. */
export type PageMatch = {
  /** For each clause, the quality of its best match; 0 if it has none. */
  fits: number[];
  /** For each clause, the number of matches; at least 1 if it matches. */
  counts: number[];
  /** For each clause, the index of its best term. */
  terms: number[];
  /** For each clause, the number of the matched word, for terms of one word. */
  words: number[];
  /** For each match, the clause and, right after it, the position in the text; ordered by position. */
  places: number[];
  length: number;
};

/** Returns the match of a page without any word. */
export function noMatch({ clauses }: PagePlan): PageMatch {
  return {
    fits: clauses.map(() => 0),
    counts: clauses.map(() => 0),
    terms: clauses.map(() => -1),
    words: clauses.map(() => 0),
    places: [],
    length: 0,
  };
}

/** Weight of another form of the printed word, as `ecommerce` for `e-commerce`: less than the exact spelling. */
const alsoShare = 0.85;

/** Finds the clauses of a query on a page. A term of several words matches if the words follow each other. */
export function matchPage(stream: Uint8Array, plan: PagePlan): PageMatch {
  const { probes, clauses } = plan;
  const match = noMatch(plan);
  /** For terms of several words, the position where their first words end, and the quality of that match. */
  const begun = new Map<number, { position: number; weight: number }>();
  const note = (clause: number, term: number, position: number, weight: number, word: number) => {
    match.counts[clause] = (match.counts[clause] ?? 0) + weight;
    if (weight > (match.fits[clause] ?? 0)) {
      match.fits[clause] = weight;
      match.terms[clause] = term;
      match.words[clause] = word;
    }
    match.places.push(clause, position);
  };
  match.length = visitWords(
    stream,
    (id, position, isAlso) => {
      const found = probes.get(id);
      if (!found) return;
      for (const { clause, term, place, weight: full } of found) {
        const weight = isAlso ? full * alsoShare : full;
        const length = clauses[clause]?.lengths[term] ?? 1;
        if (length === 1) {
          note(clause, term, position, weight, id);
          continue;
        }
        const key = (clause * 1000 + term) * 100;
        const before = place === 0 ? { position: position - 1, weight } : begun.get(key + place - 1);
        if (before?.position !== position - 1) continue;
        const least = Math.min(before.weight, weight);
        if (place === length - 1) note(clause, term, position, least, id);
        else begun.set(key + place, { position, weight: least });
      }
    },
    plan.wanted,
  );
  return match;
}

const saturation = 1.2;
const lengthShare = 0.6;
/**
 * Increase of the score of a page whose words are close together and in the order of the query, as a fraction of the
 * score.
 */
const closeness = 0.9;
const orderliness = 0.5;
const wholeness = 3;

/**
 * Returns the score of a page: above all by how many of the words it has, then by their rarity and number (as in BM25),
 * how close together they are, and whether they are in the typed order. `meta` is the match of title, subject and
 * similar texts.
 */
export function scorePage(page: PageMatch, meta: PageMatch | null, { clauses, averageLength }: PagePlan): number {
  const norm = saturation * (1 - lengthShare + (lengthShare * page.length) / Math.max(1, averageLength));
  let sum = 0;
  let best = 0;
  let had = 0;
  for (const [index, { rarity, isOptional }] of clauses.entries()) {
    const fit = page.fits[index] ?? 0;
    const inMeta = meta?.fits[index] ?? 0;
    const share = isOptional ? 0.15 : 1;
    best += share * rarity;
    had += share * rarity * Math.max(fit, inMeta);
    const count = page.counts[index] ?? 0;
    if (fit > 0) sum += share * rarity * fit * ((count * (saturation + 1)) / (count + norm));
    if (inMeta > 0) sum += share * rarity * inMeta * (fit > 0 ? 0.6 : 0.9);
  }
  if (best === 0) return 0;
  const coverage = had / best;
  const { near, ordered } = measureCloseness(page, clauses);
  return (sum / best + wholeness * coverage) * (1 + closeness * near * coverage + orderliness * ordered * coverage);
}

/**
 * Maximum number of matches of a page among which the closest ones are searched; pages of one repeated word have more.
 */
const maxPlaces = 400;
/** Maximum distance between two successive words of the query that still counts as in order. */
const stepsInOrder = 2;
const placesLookedBack = 5;

/**
 * Measures closeness. `near` is 1 if the words follow each other without others between, and lower the farther apart
 * they are. `ordered` is the fraction of words that come directly after their predecessor in the query. Uses plain
 * arrays, because this runs for every page.
 */
function measureCloseness(
  { places, fits }: PageMatch,
  clauses: readonly ClauseFacts[],
): { near: number; ordered: number } {
  let wanted = 0;
  for (const fit of fits) if (fit > 0) wanted += 1;
  if (wanted < 2) return { near: 0, ordered: 0 };
  const end = Math.min(places.length, 2 * maxPlaces);
  const inWindow = clauses.map(() => 0);
  const follows = clauses.map(() => false);
  let different = 0;
  let from = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < end; at += 2) {
    const clause = places[at] ?? 0;
    const position = places[at + 1] ?? 0;
    const inside = inWindow[clause] ?? 0;
    if (inside === 0) different += 1;
    inWindow[clause] = inside + 1;
    if (clause > 0 && follows[clause] === false) follows[clause] = isInOrder(places, at);
    while (different === wanted) {
      const first = places[from] ?? 0;
      least = Math.min(least, position - (places[from + 1] ?? 0) + 1);
      const left = (inWindow[first] ?? 0) - 1;
      inWindow[first] = left;
      if (left === 0) different -= 1;
      from += 2;
    }
  }
  const near = Number.isFinite(least) ? wanted / Math.max(wanted, least) : 0;
  const inOrder = follows.reduce((sum, each) => sum + (each ? 1 : 0), 0);
  return { near: Math.sqrt(near), ordered: inOrder / (clauses.length - 1 || 1) };
}

/** True if the word at this position comes right after its predecessor in the query. */
function isInOrder(places: readonly number[], at: number): boolean {
  const clause = places[at] ?? 0;
  const position = places[at + 1] ?? 0;
  for (let back = at - 2; back >= 0 && back >= at - 2 * placesLookedBack; back -= 2) {
    const distance = position - (places[back + 1] ?? 0);
    if (places[back] === clause - 1 && distance > 0 && distance <= stepsInOrder) return true;
  }
  return false;
}
