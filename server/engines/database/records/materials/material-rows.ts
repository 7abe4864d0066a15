import { sql, type RawBuilder } from 'kysely';
import type { Material, MaterialAttributes } from '#domain/material.ts';
import { attributeNames, definitionOf } from '#domain/material-rules.ts';
import { formatMoment } from '#domain/moment.ts';
import type { Connection } from '#server/engines/database/sql/engine.ts';
import { storedValue } from './material-columns.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import type { MaterialRow } from '#server/engines/database/sql/tables.ts';

const values = attributeNames.map((name) => storedValue(name).as(name));

const startSelection = (connection: Connection) =>
  connection
    .selectFrom('materials')
    .select(['sequence', 'id', 'kind', 'updated_at', 'deleted_at', 'permissions'])
    .select(values);

/** Cached selections: builders never change. The entries of a transaction are freed with it. */
const selections = new WeakMap<Connection, ReturnType<typeof startSelection>>();

/** Selects the columns that `toMaterial` needs. */
export function selectMaterials(connection: Connection) {
  const known = selections.get(connection);
  if (known) return known;
  const selection = startSelection(connection);
  selections.set(connection, selection);
  return selection;
}

const texts = new WeakMap<Connection, RawBuilder<never>>();

/**
 * Returns the same selection as text, up to its conditions. Building it from its parts would take longer than the rest
 * of the statement.
 */
export function materialSelection(connection: Connection): RawBuilder<never> {
  const known = texts.get(connection);
  if (known) return known;
  const text = sql.raw<never>(selectMaterials(connection).compile().sql);
  texts.set(connection, text);
  return text;
}

/** Finds the material with that id, of any kind and state. */
export async function findMaterial(connection: Connection, id: string): Promise<Material | null> {
  const row = await selectMaterials(connection).where('id', '=', id).executeTakeFirst();
  return row ? toMaterial(row) : null;
}

/** The digest of the file, on rows of `materials`; null if the file is missing. */
export const sha256OfFile = sql<string | null>`(
  select files.sha256 from files where files.id = materials.file_id
)`.as('sha256');

/**
 * Finds the materials with these ids, and the digests of their files. The ids are a table as `ListSql.texts` returns
 * it.
 */
export async function findMaterials(
  connection: Connection,
  ids: RawBuilder<string>,
): Promise<{ material: Material; sha256: string }[]> {
  const rows = await selectMaterials(connection).select(sha256OfFile).where(sql.ref('id'), 'in', ids).execute();
  return rows.map((row) => ({ material: toMaterial(row), sha256: row.sha256 ?? '' }));
}

/** The columns that `selectMaterials` selects. */
export type FoundRow = Pick<MaterialRow, 'id' | 'kind' | 'updated_at' | 'deleted_at'> & {
  sequence: number;
  permissions: string;
} & Record<keyof MaterialAttributes, string | number | null>;

export function toMaterial(row: FoundRow): Material {
  return {
    ...toAttributes(row),
    id: row.id,
    kind: row.kind,
    sequence: row.sequence,
    updatedAt: formatMoment(row.updated_at),
    permissions: readPermissions(row.permissions),
    deletedAt: row.deleted_at === null ? null : formatMoment(row.deleted_at),
  };
}

const readers = attributeNames.map((name) => [name, readerOf(name)] as const);

function toAttributes(row: FoundRow): MaterialAttributes {
  const attributes: Partial<Record<keyof MaterialAttributes, unknown>> = {};
  for (const [name, read] of readers) attributes[name] = read(row[name]);
  return attributes as MaterialAttributes;
}

/** Returns the function that converts a stored value to the attribute's value. */
function readerOf(name: keyof MaterialAttributes): (stored: string | number | null) => unknown {
  const { type, requiredFor } = definitionOf(name);
  if (type === 'boolean') return (stored) => stored === 1;
  if (type === 'datetime') return (stored) => (stored === null ? null : formatMoment(Number(stored)));
  if (requiredFor.length === 0 || type === 'file') return (stored) => stored;
  // An attribute of the file is missing if the file is.
  const missing = type === 'integer' ? 0 : '';
  return definitionOf(name).isWritable ? (stored) => stored : (stored) => stored ?? missing;
}
