const header = /^-- compatible-with: (\S+\.sql)$/m;

/** Statements that a server without this migration can run with. */
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
 * Returns the migration that a server must know to run with this one, from the comment `-- compatible-with:
 * NAME.sql`; null if there is none, so that older servers do not start. Throws an Error if a migration that declares
 * this does more than add.
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

/** Returns the first statement that does more than add; null if all only add. */
export function findNotAdding(script: string): string | null {
  const statements = script
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[^]*?\$\$/g, 'body')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  const made = new Set(statements.flatMap((each) => /^create (?:table|index) (\S+)/.exec(each)?.[1] ?? []));
  /** An older server does not know objects that the migration itself created. */
  const isOfOwn = (each: string) => made.has(/^alter (?:table|index) (\S+)/.exec(each)?.[1] ?? '');
  const isAdding = (each: string) => isOfOwn(each) || additions.some((addition) => addition.test(each));
  const others = statements.filter((each) => each !== '' && !isAdding(each));
  return others[0]?.slice(0, 80) ?? null;
}
