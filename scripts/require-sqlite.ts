import type { Config } from '#server/config.ts';

/**
 * Refuses a command that reads the database file itself. Throws an Error that says in one line what to do instead; `cure`
 * is that.
 */
export function requireSqlite({ database }: Pick<Config, 'database'>, cure: string): void {
  if (database) throw new Error(`the records are in the PostgreSQL database of DATABASE_URL; ${cure}`);
}
