import { sql, type RawBuilder } from 'kysely';
import { materialKinds, type AttributeName, type DraftAttribute, type MaterialDraft } from '#domain/material.ts';
import type { MaterialChange } from '#domain/material.ts';
import { attributeNames, definitionOf, draftAttributes, wireNameOf } from '#domain/material-rules.ts';
import type { Column, Columns } from './compile-filters.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { foldCase } from '#server/engines/database/sql/search-words.ts';
import type { FileRow, MaterialRow } from '#server/engines/database/sql/tables.ts';

/**
 * Storage of an attribute: in a column of `materials`, with the text that `contains` compares (`folded`) and `search`
 * compares (`words`), or in the record of the file that the material references.
 */
type StoredIn =
  | { column: keyof MaterialRow; folded?: keyof MaterialRow; words?: keyof MaterialRow }
  | { ofFile: keyof FileRow };

const storedIn = {
  subject: { column: 'subject', folded: 'subject_folded' },
  title: { column: 'title', folded: 'title_folded', words: 'title_words' },
  year: { column: 'year' },
  facultyId: { column: 'faculty_id' },
  semesterId: { column: 'semester_id' },
  fileId: { column: 'file_id' },
  createdAt: { column: 'created_at' },
  fileType: { ofFile: 'mime_type' },
  fileSize: { ofFile: 'size_bytes' },
  pageCount: { ofFile: 'page_count' },
  isSample: { column: 'is_sample' },
  coverFileId: { column: 'cover_file_id' },
  yearBs: { column: 'year_bs' },
  filePassword: { column: 'file_password' },
  filePasswordNote: { column: 'file_password_note' },
} as const satisfies Record<AttributeName, StoredIn>;

/** The columns of the attributes that administrators set. */
export type DraftRow = Pick<MaterialRow, DraftColumn>;

type DraftColumn = { [Name in DraftAttribute]: ValueOf<(typeof storedIn)[Name]> }[DraftAttribute];
type ValueOf<Fields> = Extract<Fields[keyof Fields], keyof MaterialRow>;

/** Returns the column values of a draft, or of an update. */
export function toDraftRow(draft: MaterialDraft, titleColumns: Engine['titleColumns']): DraftRow;
export function toDraftRow(change: MaterialChange, titleColumns: Engine['titleColumns']): Partial<DraftRow>;
export function toDraftRow(
  change: MaterialChange,
  titleColumns: Engine['titleColumns'],
): Partial<Record<keyof MaterialRow, string | number | null>> {
  const row: Partial<Record<keyof MaterialRow, string | number | null>> = {};
  for (const name of draftAttributes) {
    const value = change[name];
    if (value === undefined) continue;
    const { column, folded, words }: Extract<StoredIn, { column: unknown }> = storedIn[name];
    row[column] = value;
    if (folded) row[folded] = foldCase(String(value));
    if (words) Object.assign(row, titleColumns(String(value)));
  }
  return row;
}

/** Returns the stored value of an attribute, on rows of `materials`. */
export function storedValue(name: AttributeName): RawBuilder<string | number | null> {
  const stored: StoredIn = storedIn[name];
  if ('column' in stored) return sql.ref(`materials.${stored.column}`);
  // A subquery, evaluated only for the rows of the result, not for those that an offset skips.
  return sql`(select ${sql.ref(`files.${stored.ofFile}`)} from files where files.id = materials.file_id)`;
}

type ColumnEngine = Pick<Engine, 'titleMatches' | 'titleMayHold' | 'titleOrder' | 'fileUrl'>;

/** Returns the SQL of all material attributes, including the built-in ones, by their API names. */
export function materialColumns(engine: ColumnEngine): Columns {
  return new Map<string, Column>([
    ['$id', { value: sql.ref('id'), type: 'text' }],
    ['$sequence', { value: sql.ref('sequence'), type: 'number' }],
    ['$createdAt', { value: sql.ref('created_at'), type: 'moment' }],
    ['$updatedAt', { value: sql.ref('updated_at'), type: 'moment' }],
    ...attributeNames.map((name) => [wireNameOf(name), toColumn(name, engine)] as const),
  ]);
}

const columnTypes = { string: 'text', integer: 'number', boolean: 'flag', datetime: 'moment', file: 'text' } as const;

function toColumn(name: AttributeName, { titleMatches, titleMayHold, titleOrder, fileUrl }: ColumnEngine): Column {
  const { type, requiredFor } = definitionOf(name);
  const stored: StoredIn = storedIn[name];
  const value = 'column' in stored ? sql.ref(stored.column) : storedValue(name);
  const isNullable = requiredFor.length < materialKinds.length;
  if (type === 'file') return { ...addressColumn(value, fileUrl), isNullable };
  const folded = 'column' in stored && stored.folded ? { folded: sql.ref(stored.folded) } : {};
  const ofTitle =
    'column' in stored && stored.words ? { matches: titleMatches, mayHold: titleMayHold, order: titleOrder } : {};
  return { value, type: columnTypes[type], isNullable, ...folded, ...ofTitle };
}

/** Returns the column for the address of a file, made from its id. */
function addressColumn(fileId: RawBuilder<unknown>, { prefix, suffix }: Engine['fileUrl']): Column {
  return {
    value: sql`(${prefix} || ${fileId} || ${suffix})`,
    type: 'text',
    // The column with the file's id has an index; a computed address has none.
    equals(urls) {
      const ids = urls
        .filter((url) => url.length > prefix.length + suffix.length && url.startsWith(prefix) && url.endsWith(suffix))
        .map((url) => url.slice(prefix.length, url.length - suffix.length));
      return ids.length > 0 ? sql`${fileId} in (${sql.join(ids)})` : sql`1 = 0`;
    },
  };
}

/** The faculty, term and subject attributes of a material, on rows of `shelf_counts`. */
export const placeColumns: Columns = new Map<string, Column>([
  ['subject', { value: sql.ref('subject'), type: 'text', folded: sql.ref('subject_folded') }],
  ['facultyId', { value: sql.ref('faculty_id'), type: 'text' }],
  ['semesterId', { value: sql.ref('semester_id'), type: 'text' }],
]);
