import { inPlainWords } from '#domain/text/plain-issues.ts';
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import { parametersOf, type Route } from '#contract/route.ts';
import { pathParameters } from '#contract/routes/routes.ts';
import type { ContractContext } from './request-context.ts';

/** Returns the check of a route's parameters, without the body. Throws Problem `general_argument_invalid`. */
export function createParameterCheck(
  route: Route,
): (c: ContractContext) => { path: Record<string, string>; query: unknown } {
  const names = parametersOf(route.path).map((name) => {
    const schema = pathParameters[name];
    if (!schema) throw new Error(`route ${route.path}: the parameter "${name}" has no schema`);
    return { name, schema };
  });
  const hasQuery = Object.keys(route.query.shape).length > 0;
  const lists = new Set(Object.keys(route.query.shape).filter((name) => isList(route.query.shape[name])));
  return (c) => {
    const path: Record<string, string> = {};
    for (const { name, schema } of names) path[name] = checkValue(schema, c.req.param(name), name);
    return { path, query: hasQuery ? checkFields(route.query, readQuery(c, lists)) : {} };
  };
}

/**
 * Returns the fields as parsed by the schema. If one is wrong, throws Problem `general_argument_invalid`, which names
 * the first wrong one.
 */
export function checkFields<Fields extends z.ZodObject>(schema: Fields, sent: unknown): z.output<Fields> {
  const parsed = schema.safeParse(sent, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(String(issue?.path[0]), issue?.message ?? '');
}

function checkValue<Value>(schema: z.ZodType<Value>, sent: unknown, name: string): Value {
  const parsed = schema.safeParse(sent, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw invalidArgument(name, parsed.error.issues[0]?.message ?? '');
}

/**
 * Returns the parameters of the query, without empty values; each name once, except for those of `lists`. Texts of
 * `queries[0]`, `queries[1]` … come first, in the order of their numbers, then those of `queries` and `queries[]`.
 */
function readQuery(c: ContractContext, lists: ReadonlySet<string>): Record<string, unknown> {
  const found: Record<string, unknown> = Object.create(null);
  const numbered: { index: number; text: string }[] = [];
  const plain: string[] = [];
  for (const [name, text] of new URL(c.req.url).searchParams) {
    const index = /^queries\[(\d{1,6})\]$/.exec(name)?.[1];
    if (index !== undefined) numbered.push({ index: Number(index), text });
    else if (name === 'queries' || name === 'queries[]') plain.push(text);
    else if (text === '') continue;
    else if (lists.has(name)) found[name] = [...((found[name] ?? []) as string[]), text];
    else if (!(name in found)) found[name] = text;
  }
  const texts = [...numbered.sort((one, other) => one.index - other.index).map((each) => each.text), ...plain];
  return texts.length > 0 ? { ...found, queries: texts } : found;
}

/** True if a parameter may be repeated. */
function isList(schema: unknown): boolean {
  return schema instanceof z.ZodDefault ? isList(schema.unwrap()) : schema instanceof z.ZodArray;
}

/** Transactions are not supported. */
export function refuseTransaction({ transactionId }: { transactionId?: string | null | undefined }): void {
  if (!transactionId) return;
  throw new Problem('transaction_not_found', 'Transaction with the requested ID could not be found.');
}

/** Returns the error for an invalid parameter, with a sentence about its valid values. */
export function invalidArgument(name: string, rule: string): Problem {
  return new Problem('general_argument_invalid', `Invalid \`${name}\` param: ${rule}${rule.endsWith('.') ? '' : '.'}`);
}
