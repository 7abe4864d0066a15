import type { TrailEntry } from '#server/engines/database/account-records.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import { plain, writeMoment } from './print.ts';

const pageSize = 500;
const mostEntries = 100_000;

/** Prints the trail, newest last. Throws an Error with a sentence for a wrong option. */
export async function printTrail(
  parts: {
    database: Pick<Database, 'accounts' | 'bulkChanges' | 'publications'>;
    trail: Trail;
    timeZone: string;
    print(text: string): void;
  },
  given: {
    days?: string | undefined;
    limit?: string | undefined;
    who?: string | undefined;
    /** Id of a material: entries about it, and about bulk edits and publications that it was part of. */
    material?: string | undefined;
    json: boolean;
  },
): Promise<void> {
  const days = readNumber('days', given.days, 36_500);
  const limit = readNumber('limit', given.limit, mostEntries) ?? 100;
  const who = given.who === undefined ? null : await parts.database.accounts.findByEmail(given.who.toLowerCase());
  if (given.who !== undefined && !who) throw new Error(`There is no account with the email address ${given.who}.`);
  const { material } = given;
  const { bulkChanges, publications } = parts.database;
  const about =
    material === undefined
      ? null
      : [material, ...(await bulkChanges.listOf(material)), ...(await publications.listOf(material))];
  const since = days === null ? {} : { since: Date.now() - days * 24 * 60 * 60 * 1000 };
  const entries: TrailEntry[] = [];
  for (let before: number | undefined = undefined; entries.length < limit;) {
    const page: TrailEntry[] = await parts.trail.list({ limit: pageSize, ...since, ...(before && { before }) });
    const matching = page
      .filter(({ userId, subjectId }) => !who || userId === who.id || subjectId === who.id)
      .filter(({ subjectId }) => !about || about.includes(subjectId));
    entries.push(...matching);
    if (page.length < pageSize) break;
    before = page.at(-1)?.sequence;
  }
  if (entries.length === 0) parts.print('The trail is empty.');
  const emails = new Map<string, string>();
  for (const entry of entries.slice(0, limit).toReversed()) {
    if (given.json) parts.print(JSON.stringify(entry));
    else parts.print(writeEntry(entry, await findEmail(parts.database, emails, entry.userId), parts.timeZone));
  }
}

function writeEntry(entry: TrailEntry, email: string, timeZone: string): string {
  const { action, subjectId, title, detail, network, times } = entry;
  // An attempt on the account; not necessarily by its owner.
  const isAttempt = action.startsWith('sign-in ');
  const account = [entry.userName, email && `<${email}>`].filter(Boolean).join(' ');
  const who = isAttempt || account === '' ? 'somebody' : account;
  const target = isAttempt ? `on ${account || 'no known account'}` : '';
  const what = [title && `“${title}”`, subjectId && `(${subjectId})`, detail && `: “${detail}”`, target]
    .filter(Boolean)
    .join(' ');
  const often = times > 1 ? `${times} times until ${writeMoment(entry.lastAt, timeZone)}` : '';
  const parts = [writeMoment(entry.at, timeZone), who, action, what, often, network && `from ${network}`];
  return plain(parts.filter(Boolean).join('  ')).replaceAll('\n', ' ');
}

async function findEmail(
  { accounts }: Pick<Database, 'accounts'>,
  known: Map<string, string>,
  userId: string,
): Promise<string> {
  if (userId === '') return '';
  const email = known.get(userId) ?? (await accounts.find(userId))?.email ?? '';
  known.set(userId, email);
  return email;
}

function readNumber(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
  throw new Error(`--${name} must be a whole number from 1 to ${most}.`);
}
