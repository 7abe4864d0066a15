import { isIdentifier } from '#domain/identifier.ts';
import { Problem } from '#contract/problems.ts';
import type { ContractContext } from './request-context.ts';

/** The path parameter as an id. Throws Problem `general_argument_invalid` unless it follows the id rule (contract 3.4). */
export function readId(c: ContractContext, name: string): string {
  const id = c.req.param(name);
  if (!isIdentifier(id)) throw invalidArgument(name, idRule);
  return id;
}

/** The id of something to be made: one of the sender's, or `unique()` (contract 3.4). */
export function readNewId(value: unknown, name: string): string {
  if (value === 'unique()' || isIdentifier(value)) return value;
  throw invalidArgument(name, `${idRule} Or send unique().`);
}

const idRule = 'must be 1 to 36 characters of A-Z a-z 0-9 . _ - and begin with a letter or digit.';

/**
 * The texts of `queries[0]`, `queries[1]` … in the order of their numbers, then plain `queries` and `queries[]`
 * (contract 3.1).
 */
export function readQueryTexts(c: ContractContext): string[] {
  const numbered: { index: number; text: string }[] = [];
  const plain: string[] = [];
  for (const [name, text] of new URL(c.req.url).searchParams) {
    const index = /^queries\[(\d{1,6})\]$/.exec(name)?.[1];
    if (index !== undefined) numbered.push({ index: Number(index), text });
    else if (name === 'queries' || name === 'queries[]') plain.push(text);
  }
  return [...numbered.sort((one, other) => one.index - other.index).map((each) => each.text), ...plain];
}

/** Whether the asker wants the number of all matches: `total` absent or true. */
export function readWantsTotal(c: ContractContext): boolean {
  const sent = c.req.query('total');
  if (sent === undefined || sent === '' || sent === 'true' || sent === '1') return true;
  if (sent === 'false' || sent === '0') return false;
  throw invalidArgument('total', 'must be true or false.');
}

/** A whole number of the address, or null when it is absent or empty. */
export function readWholeNumber(c: ContractContext, name: string, least: number, most: number): number | null {
  const sent = c.req.query(name);
  if (sent === undefined || sent === '') return null;
  const value = Number(sent);
  if (!/^\d{1,15}$/.test(sent) || value < least || value > most) {
    throw invalidArgument(name, `must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

/** `limit` and `offset` of our own lists. */
export function readPage(c: ContractContext): { limit: number; offset: number } {
  return {
    limit: readWholeNumber(c, 'limit', 1, 500) ?? 25,
    offset: readWholeNumber(c, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
  };
}

/** Transactions are not offered (contract 3.1). */
export function refuseTransaction(transactionId: unknown): void {
  if (transactionId === undefined || transactionId === null || transactionId === '') return;
  throw new Problem('transaction_not_found', 'Transaction with the requested ID could not be found.');
}

export function invalidArgument(name: string, rule: string): Problem {
  return new Problem('general_argument_invalid', `Invalid \`${name}\` param: ${rule}`);
}
