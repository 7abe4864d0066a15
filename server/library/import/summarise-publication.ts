import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { maxToldRows } from '#contract/bulk-change.ts';
import {
  maxSources,
  publishStates,
  type Accepted,
  type PublicationSummary,
  type PublishState,
  type UnreadyFile,
} from '#contract/publication.ts';
import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { draftOf, judgeRow } from './publish-rule.ts';

/** Batch size: number of files that are read and judged together. */
const batchSize = 500;

type Counted = Map<string, { count: number }>;

/** Returns the effect of publishing these staged files. `secondsFor` estimates the time it takes. */
export async function summarisePublication(
  parts: {
    database: Pick<Database, 'staging' | 'publications'>;
    catalogue: Catalogue;
    derive: (records: readonly StagedRecord[]) => Promise<void>;
    secondsFor: (files: number) => number;
  },
  ids: readonly string[],
  accept: readonly Accepted[],
): Promise<PublicationSummary> {
  const { database, catalogue, derive, secondsFor } = parts;
  const { staging, publications } = database;
  const counts = createCounts(catalogue);
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    // Derived first, as publishing does, so that values set by hand are taken into account.
    await derive(await staging.find(batch));
    const found = new Map((await staging.find(batch)).map((row) => [row.id, row]));
    const duplicates = Map.groupBy(await staging.duplicatesOf(batch), ({ stagedId }) => stagedId);
    for (const id of batch) {
      const row = found.get(id);
      // Discarded or published meanwhile.
      if (row && row.state !== 'published') counts.add(row, judgeRow(row, duplicates.get(id) ?? [], accept, catalogue));
    }
    await yieldToOthers();
  }
  const sources = await publications.listSources(ids, maxSources);
  const summary = counts.summary();
  return { ...summary, sources, seconds: secondsFor(summary.included) };
}

function createCounts(catalogue: Catalogue) {
  const states = new Map<PublishState, { count: number; isIncluded: boolean }>();
  const kinds = new Map<MaterialKind, number>();
  const places: Map<string, PublicationSummary['places'][number]> = new Map();
  const years: Map<string, PublicationSummary['years'][number]> & Counted = new Map();
  const unready: UnreadyFile[] = [];
  const ids: string[] = [];
  const sums = { total: 0, unseen: 0, unready: 0 };

  function addMaterial(row: StagedRecord): void {
    const { kind, facultyId, semesterId, subject, year, yearBs } = draftOf(row, catalogue);
    ids.push(row.id);
    if (Object.keys(row.manual).length === 0) sums.unseen += 1;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const placeKey = JSON.stringify([facultyId, semesterId, subject]);
    const faculty = findFaculty(catalogue, facultyId);
    const term = faculty && findTerm(faculty, semesterId);
    const names = { facultyName: faculty?.name ?? facultyId, termName: term?.name ?? semesterId };
    const place = places.get(placeKey) ?? { facultyId, semesterId, subject, ...names, kinds: [], count: 0 };
    places.set(placeKey, place);
    place.count += 1;
    const ofKind = place.kinds.find((each) => each.kind === kind);
    if (ofKind) ofKind.count += 1;
    else place.kinds.push({ kind, count: 1 });
    const yearKey = JSON.stringify([year, yearBs]);
    const ofYear = years.get(yearKey) ?? { year, yearBs, count: 0 };
    years.set(yearKey, ofYear);
    ofYear.count += 1;
  }

  return {
    add(row: StagedRecord, { state, reason, isIncluded }: ReturnType<typeof judgeRow>): void {
      sums.total += 1;
      const counted = states.get(state) ?? { count: 0, isIncluded };
      states.set(state, counted);
      counted.count += 1;
      if (isIncluded) addMaterial(row);
      if (state === 'ready') return;
      sums.unready += 1;
      if (unready.length < maxToldRows)
        unready.push({ id: row.id, path: row.path, state, reason: reason ?? '', isIncluded });
    },

    summary: (): Omit<PublicationSummary, 'sources' | 'seconds'> => ({
      total: sums.total,
      included: ids.length,
      ids,
      unseen: sums.unseen,
      states: publishStates.flatMap((state) => {
        const counted = states.get(state);
        return counted ? [{ state, ...counted }] : [];
      }),
      kinds: materialKinds.flatMap((kind) => {
        const count = kinds.get(kind);
        return count === undefined ? [] : [{ kind, count }];
      }),
      places: sortByCatalogue([...places.values()], catalogue),
      // The newest first, those without a year last.
      years: [...years.values()].sort((one, other) => (other.year ?? 0) - (one.year ?? 0)),
      unready,
      unreadyTotal: sums.unready,
    }),
  };
}

/** Sorts places by the order of the catalogue. */
function sortByCatalogue(places: PublicationSummary['places'], { faculties }: Catalogue): PublicationSummary['places'] {
  const position = ({ facultyId, semesterId, subject }: PublicationSummary['places'][number]): number[] => {
    const faculty = faculties.findIndex(({ id }) => id === facultyId);
    const terms = faculties[faculty]?.terms ?? [];
    const term = terms.findIndex(({ id }) => id === semesterId);
    return [faculty, term, terms[term]?.subjects.findIndex(({ name }) => name === subject) ?? -1];
  };
  const keyed = places.map((place) => ({ place, key: position(place) }));
  const compare = (one: number[], other: number[]) =>
    one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return keyed.sort((one, other) => compare(one.key, other.key)).map(({ place }) => place);
}
