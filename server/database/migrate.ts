import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What an engine must be able to do so that its tables can be brought up to date. */
export type Migratable = {
  /** The migrations already applied, in order; makes the list of them when there is none. */
  listApplied(): { name: string; digest: string }[];
  /** Runs the script and notes the migration, both in one transaction. */
  apply(migration: { name: string; digest: string; script: string }): void;
};

/**
 * Applies the plain `.sql` files of a folder that the engine has not seen, in the order of their names. They are
 * immutable: throws when one was changed after it had been applied, and when the database knows more than this
 * release does, before anything is touched. Answers the names of those applied now.
 */
export function migrate(engine: Migratable, directory: string): string[] {
  const known = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(directory, name), 'utf8');
      return { name, script, digest: createHash('sha256').update(script).digest('hex') };
    });
  const applied = engine.listApplied();
  for (const [index, { name, digest }] of applied.entries()) {
    const file = known[index];
    if (file?.name !== name) {
      throw new Error(
        `database: it has the migration "${name}", which this release does not know; start the release that added it or a newer one`,
      );
    }
    if (file.digest !== digest) {
      throw new Error(
        `database: the migration "${name}" was changed after it was applied; restore its text and add a new migration`,
      );
    }
  }
  const missing = known.slice(applied.length);
  for (const migration of missing) engine.apply(migration);
  return missing.map(({ name }) => name);
}
