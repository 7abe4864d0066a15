import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Connection, Engine } from './engine.ts';

type Condition = RawBuilder<SqlBool>;

/** Counts rows of `materials` by reading each of them. */
export async function countRows(
  connection: Connection,
  condition: Condition,
  { notAborted }: Pick<Engine, 'notAborted'>,
): Promise<number> {
  const { total } = await connection
    .selectFrom('materials')
    .select(sql<number>`count(*)`.as('total'))
    .where(sql<SqlBool>`${notAborted(sql.ref('sequence'))} and ${condition}`)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the sum of the stored counts of public materials for the rows of `shelf_counts` that match the condition. */
export async function sumOfCounts(connection: Connection, condition: Condition): Promise<number> {
  const { total } = await connection
    .selectFrom('shelf_counts')
    .select(sql<number | null>`sum(materials)`.as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}
