const header = /^-- compatible-with: (\S+\.sql)$/m;

/** Statements after which an older server can still run. */
const additions: readonly RegExp[] = [
  /^create table /,
  /^create index /,
  /^create sequence /,
  /^select setval\(/,
  /^create (?:or replace )?(?:function|view) /,
  /^create trigger /,
  /^insert into /,
  /^alter table \S+ add column (?!.* not null)/,
  /^alter table \S+ add column .* not null default /,
];

/**
 * Returns the migration that a server must know to run alongside this one, from the comment `-- compatible-with:
 * NAME.sql`; null if there is none, so that older servers do not start. Throws an Error if a migration with that
 * comment has other statements than `additions`.
 */
export function readCompatibility(name: string, script: string): string | null {
  const found = header.exec(script)?.[1];
  if (found === undefined) return null;
  const notAdding = findNotAdding(script);
  if (notAdding !== null)
    throw new Error(
      `database (postgres): the migration "${name}" says that older servers can run with it, but "${notAdding}" does more than add`,
    );
  return found;
}

/** Returns the first statement that is not an addition; null if all are. */
export function findNotAdding(script: string): string | null {
  const statements = script
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[^]*?\$\$/g, 'body')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const made = new Set(statements.flatMap((each) => /^create (?:table|index) (\S+)/.exec(each)?.[1] ?? []));
  /** Older servers don't know objects that the migration itself created, so it may change these. */
  const isOfOwn = (each: string) => made.has(/^alter (?:table|index) (\S+)/.exec(each)?.[1] ?? '');
  const isAdding = (each: string) => isOfOwn(each) || additions.some((addition) => addition.test(each));
  const others = statements.filter((each) => each !== '' && !isAdding(each));
  return others[0]?.slice(0, 80) ?? null;
}
