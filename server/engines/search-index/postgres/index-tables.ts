/**
 * Version of the index. Increase it after a change of the tables, or of the way in which text is split into words; an
 * older index is then rebuilt.
 */
export const indexVersion = 2;

/** One of the two sets of tables (migrations/postgres/0004-search.sql). */
export type Slot = 0 | 1;

export type IndexTables = {
  totals: string;
  stems: string;
  words: string;
  materials: string;
  pages: string;
  terms: string;
};

/** Returns the names of the tables of a set. */
export function tablesOf(slot: Slot): IndexTables {
  return {
    totals: `search_totals_${slot}`,
    stems: `search_stems_${slot}`,
    words: `search_words_${slot}`,
    materials: `search_materials_${slot}`,
    pages: `search_pages_${slot}`,
    terms: `search_terms_${slot}`,
  };
}

/** Conditions for the pages of expressions of write-match.ts; see the migration. */
export const foundBy = ({ terms }: IndexTables) => ({
  name: `${terms}_found`,
  create: `create index ${terms}_found on ${terms} using gin (search_vector(terms)) with (fastupdate = off);
    alter index ${terms}_found alter column 1 set statistics 0`,
});

/** The row of `search_state`. */
export type IndexState = { slot: Slot; version: number; generation: number; edition: number };

export const selectState = 'select slot, version, generation, edition from search_state';

/** SQL for the rows of a list in one JSON parameter. */
export const listed = {
  texts: (parameter: number) => `any(array(select jsonb_array_elements_text($${parameter}::jsonb) collate "C"))`,
  numbers: (parameter: number) => `any(array(select value::bigint from jsonb_array_elements($${parameter}::jsonb)))`,
};
