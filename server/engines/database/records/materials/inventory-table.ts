import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { InventorySort } from '#contract/inventory.ts';
import { Problem } from '#contract/problems.ts';
import { formatMoment } from '#domain/moment.ts';
import type {
  InventoryPage,
  InventoryRecords,
  InventorySelection,
  InventoryWord,
} from '#server/engines/database/bulk-change-records.ts';
import type { Connection, Engine, ListSql } from '#server/engines/database/sql/engine.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import { join, type Condition } from './compile-filters.ts';
import { countRows, isHiddenRow } from './material-conditions.ts';
import { selectMaterials, toMaterial } from './material-rows.ts';

/** All SQL for the inventory. It may read every row, so it runs on `scan`, except for the rows of one page. */
export function createInventoryRecords(engine: Engine): InventoryRecords {
  const { read, scan, notAborted, lists } = engine;
  const sortKeys = createSortKeys(engine);
  const notAbortedHere = notAborted(sql.ref('sequence'));

  /** Returns the sequences of a page, in its order. */
  async function listSequences(selection: InventorySelection, page: InventoryPage): Promise<number[]> {
    const isBackwards = page.cursor?.direction === 'before';
    const direction = sql.raw(isBackwards === (page.direction === 'desc') ? 'asc' : 'desc');
    const keys = [...sortKeys[page.sort], sequence];
    const position = page.cursor && (await findPosition(read, page.cursor.id, keys));
    const beyond = sql.raw(isBackwards === (page.direction === 'desc') ? '>' : '<');
    const isBeyond = position
      ? sql<SqlBool>`(${sql.join(keys)}) ${beyond} (${sql.join(position)})`
      : sql<SqlBool>`1 = 1`;
    const rows = await scan
      .selectFrom('materials')
      .select('sequence')
      .where(sql<SqlBool>`${notAbortedHere} and ${toCondition(selection)} and ${isBeyond}`)
      .orderBy(sql.join(keys.map((key) => sql`${key} ${direction}`)))
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const sequences = rows.map((row) => row.sequence);
    return isBackwards ? sequences.reverse() : sequences;
  }

  const toCondition = (selection: InventorySelection) => conditionOf(selection, lists);
  const countAll = (selection: InventorySelection) => countRows(scan, toCondition(selection), engine);

  return {
    async list(selection, page) {
      const sequences = await listSequences(selection, page);
      const total = await countAll(selection);
      if (sequences.length === 0) return { total, entries: [] };
      // A separate read: sorting would read the columns of every row.
      const rows = await selectMaterials(read)
        .select([ofFile('name').as('file_name'), ofFile('warning').as('warning')])
        .select([ofHiding('hidden_at').as('hidden_at'), ofHiding('reason').as('reason')])
        .where('sequence', 'in', sequences)
        .execute();
      const bySequence = new Map(rows.map((row) => [row.sequence, row]));
      const entries = sequences.flatMap((each) => {
        const row = bySequence.get(each);
        if (!row) return [];
        const { file_name: fileName, warning, hidden_at: hiddenAt, reason } = row;
        const hiding = hiddenAt === null ? null : { since: formatMoment(Number(hiddenAt)), reason };
        return [{ material: toMaterial(row), fileName: fileName ?? '', warning, hiding }];
      });
      return { total, entries };
    },

    async listIds(selection, limit) {
      const rows = await scan
        .selectFrom('materials')
        .select('id')
        .where(sql<SqlBool>`${notAbortedHere} and ${toCondition(selection)}`)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return { total: await countAll(selection), ids: rows.map(({ id }) => id) };
    },
  };
}

const ofFile = (column: 'name' | 'warning') =>
  sql<string | null>`(select ${sql.ref(`files.${column}`)} from files where files.id = materials.file_id)`;

const ofHiding = (column: 'hidden_at' | 'reason') =>
  sql<
    string | null
  >`(select ${sql.ref(`hidden_materials.${column}`)} from hidden_materials where material_id = materials.id)`;

const sequence = sql.ref('sequence');
const fileNumber = (column: 'size_bytes' | 'page_count') =>
  sql`coalesce((select ${sql.ref(`files.${column}`)} from files where files.id = materials.file_id), 0)`;

/**
 * The sort keys of each order, none of them null; the sequence is always last. Migrations 0017 and 0022 have the
 * indexes.
 */
const createSortKeys = ({ titleOrder }: Engine): Record<InventorySort, readonly RawBuilder<unknown>[]> => ({
  title: [titleOrder],
  kind: [sql.ref('kind')],
  faculty: [sql.ref('faculty_id'), sql.ref('semester_id'), sql.ref('subject'), sql.ref('created_at')],
  term: [sql.ref('semester_id')],
  subject: [sql.ref('subject_folded')],
  year: [sql`coalesce(year, 0)`],
  uploaded: [sql.ref('created_at')],
  updated: [sql.ref('updated_at')],
  size: [fileNumber('size_bytes')],
  pages: [fileNumber('page_count')],
});

/** Returns the values of the cursor's row, which need not match and may be in the trash. */
async function findPosition(read: Connection, id: string, keys: readonly RawBuilder<unknown>[]): Promise<unknown[]> {
  const row = await read
    .selectFrom('materials')
    .select(keys.map((key, index) => key.as(`key_${index}`)))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('general_cursor_not_found', `Cursor "${id}" not found.`);
  return keys.map((_, index) => Reflect.get(row, `key_${index}`));
}

function conditionOf(selection: InventorySelection, lists: ListSql): Condition {
  const { isHidden, isSample, yearFrom, yearTo, outside, digests, places, publicationId } = selection;
  return join(
    [
      selection.isInTrash ? sql<SqlBool>`deleted_at is not null` : sql<SqlBool>`deleted_at is null`,
      ...isOneOf('kind', selection.kinds),
      ...isOneOf('faculty_id', selection.facultyIds),
      ...isOneOf('semester_id', selection.semesterIds),
      ...isOneOf('subject', selection.subjects),
      ...isOneOf('year', selection.years),
      ...(yearFrom === null ? [] : [sql<SqlBool>`coalesce(year, 0) >= ${yearFrom}`]),
      ...(yearTo === null ? [] : [sql<SqlBool>`coalesce(year, 0) between 1 and ${yearTo}`]),
      ...(outside ? [sql<SqlBool>`year not between ${outside[0]} and ${outside[1]}`] : []),
      ...(isHidden === null ? [] : [isHidden ? isHiddenRow : sql<SqlBool>`not ${isHiddenRow}`]),
      // A literal, because a partial index is used only if the condition is known when the statement is prepared.
      ...(isSample === null ? [] : [sql<SqlBool>`is_sample = ${sql.lit(Number(isSample))}`]),
      ...selection.warnings.map((each) => isOfFile(sql`warning in (select value from ${lists.texts(each)} as listed)`)),
      ...(digests ? [hasDigest(lists.texts(digests))] : []),
      ...(places ? [isAtPlace(places)] : []),
      ...(publicationId === null ? [] : [isOfPublication(publicationId)]),
      ...selection.words.map(hasWord),
    ],
    ' and ',
  );
}

type ListedColumn = 'kind' | 'faculty_id' | 'semester_id' | 'subject' | 'year';

function isOneOf(column: ListedColumn, values: readonly (string | number)[]): Condition[] {
  if (values.length === 0) return [];
  return values.length === 1
    ? [sql`${sql.ref(column)} = ${values[0]}`]
    : [sql`${sql.ref(column)} in (${sql.join(values)})`];
}

/** Searches the files once, not for every material. */
const isOfFile = (condition: RawBuilder<unknown>): Condition =>
  sql`file_id in (select id from files where ${condition})`;

/** Starts from the digests: there may be far more files. */
const hasDigest = (digests: RawBuilder<string>): Condition =>
  sql`file_id in (
    select files.id from ${digests} as digests cross join files
    where files.is_finished = 1 and files.sha256 = digests.value
  )`;

function isAtPlace(places: NonNullable<InventorySelection['places']>): Condition {
  if (places.length === 0) return sql`1 = 0`;
  const list = sql.join(places.map((place) => sql`(${place.facultyId}, ${place.semesterId}, ${place.subject})`));
  return sql`(faculty_id, semester_id, subject) in (values ${list})`;
}

const isOfPublication = (id: string): Condition =>
  sql`id in (select material_id from publication_files where publication_id = ${id} and state = 'published')`;

function hasWord({ text, facultyIds, year }: InventoryWord): Condition {
  const folded = foldCase(text);
  return join(
    [
      sql<SqlBool>`instr(title_folded, ${folded}) > 0`,
      sql<SqlBool>`instr(subject_folded, ${folded}) > 0`,
      ...isOneOf('faculty_id', facultyIds),
      ...(year === null ? [] : [sql<SqlBool>`year = ${year}`, sql<SqlBool>`year_bs = ${year}`]),
      isOfFile(sql`instr(name_folded, ${folded}) > 0`),
    ],
    ' or ',
  );
}
