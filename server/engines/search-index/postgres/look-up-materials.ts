import type { MaterialKind } from '#domain/material.ts';
import type { Readers } from '#server/engines/database/database.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import type { RunStatement } from '#server/engines/database/postgres/read-lane.ts';
import { mayRead, type FoundFacts, type MaterialFacts } from '#server/engines/search-index/material-facts.ts';
import { listed } from './index-tables.ts';

/** Maximum number of cached materials. About 300 bytes each, in each thread that searches. */
const maxKnown = 200_000;
/** Maximum number of changes since the last search; after more, everything is looked up again. */
const maxChanges = 1000;

/** A material that is not in the trash, and the readers of the material and of its file. */
type Known = { facts: Omit<MaterialFacts, 'isTextHidden'>; roles: readonly string[] | null; filePermissions: string };

type Row = [
  sequence: number,
  id: string,
  kind: MaterialKind,
  facultyId: string,
  semesterId: string,
  subject: string,
  year: number | null,
  yearBs: number | null,
  /** The roles that may read the material; null if everybody may. */
  roles: string[] | null,
  filePermissions: string,
];

/**
 * Looks up materials in the same database, at the moment of the search. A row that was read before is reused only while
 * the revision of its material, which triggers maintain, is unchanged.
 */
export function createMaterialLookUp() {
  const known = new Map<number, Known | null>();
  let revision: number | null = null;

  /** Forgets the changes since the search before, by any node. */
  async function forgetChanged(run: RunStatement): Promise<void> {
    const rows = (await run(
      `select sequence, revision from material_revisions where revision > $1 order by revision limit ${maxChanges}`,
      [revision ?? 0],
    )) as { sequence: number; revision: number }[];
    for (const { sequence } of rows) known.delete(sequence);
    revision = rows.at(-1)?.revision ?? revision;
  }

  /** Updates the cache. `latest` is the greatest revision now. */
  async function update(run: RunStatement, latest: number): Promise<void> {
    if (revision !== null && latest > revision) await forgetChanged(run);
    // At first, after very many changes, and when an older state of the records was restored.
    if (revision !== latest || known.size > maxKnown) known.clear();
    revision = latest;
  }

  async function read(run: RunStatement, sequences: readonly number[]): Promise<void> {
    const [row] = (await run(selectFacts, [JSON.stringify(sequences)])) as { rows: string }[];
    for (const sequence of sequences) known.set(sequence, null);
    for (const each of JSON.parse(row?.rows ?? '[]') as Row[]) known.set(each[0], toKnown(each));
  }

  /** Returns those of the materials that the readers may read. */
  async function lookUp(run: RunStatement, sequences: readonly number[], readers: Readers): Promise<FoundFacts> {
    const missing = sequences.filter((sequence) => !known.has(sequence));
    if (missing.length > 0) await read(run, missing);
    const found = new Map<number, MaterialFacts>();
    let isComplete = true;
    for (const sequence of sequences) {
      const each = known.get(sequence);
      if (!each || !isAmong(each.roles, readers)) {
        isComplete = false;
        continue;
      }
      const isTextHidden = !mayRead(readPermissions(each.filePermissions), readers);
      if (isTextHidden) isComplete = false;
      found.set(sequence, { ...each.facts, isTextHidden });
    }
    return { found, isComplete };
  }

  return { update, lookUp };
}

const selectFacts = `
  select coalesce(json_agg(json_build_array(m.sequence, m.id, m.kind, m.faculty_id, m.semester_id, m.subject, m.year,
    m.year_bs, case when m.is_public = 0 then
      (select coalesce(json_agg(r.role), '[]') from material_readers r where r.material_id = m.id) end, f.permissions)), '[]')
    as rows
  from materials m join files f on f.id = m.file_id
  where m.sequence = ${listed.numbers(1)} and m.deleted_at is null`;

function toKnown(row: Row): Known {
  const [, id, kind, facultyId, semesterId, subject, year, yearBs, roles, filePermissions] = row;
  return { facts: { id, kind, facultyId, semesterId, subject, year, yearBs }, roles, filePermissions };
}

function isAmong(roles: readonly string[] | null, readers: Readers): boolean {
  return roles === null || readers === 'everything' || roles.some((role) => readers.includes(role));
}
