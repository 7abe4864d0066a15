import { problemStatuses, type ProblemType } from '#contract/problems.ts';
import { isRevalidated, problemsOf, type Route, type RouteAnswer } from '#contract/route.ts';
import { problem } from '#contract/schemas/value-schemas.ts';
import type { Operation, ResponseObject, SchemaDescriptions } from './interface-document.ts';

/** Returns every response of a route, by its status. */
export function describeResponses(route: Route, schemas: SchemaDescriptions): Operation['responses'] {
  return {
    ...describeProblems(route, schemas),
    ...Object.fromEntries(answersOf(route).map(([status, each]) => [status, describeAnswer(each, schemas)])),
  };
}

function describeAnswer(answer: RouteAnswer, { describe }: SchemaDescriptions): ResponseObject {
  const { description, json, media } = answer;
  const headers = { ...describeHeaders(answer.headers, true), ...describeHeaders(answer.sometimes, false) };
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json && { content: { 'application/json': { schema: describe(json, 'output') } } }),
    ...(media && { content: Object.fromEntries(media.map((type) => [type, {}])) }),
  };
}

/** Returns one entry for each status, which lists the problem types with that status. */
function describeProblems(route: Route, { describe }: SchemaDescriptions): Operation['responses'] {
  const byStatus: Record<string, ProblemType[]> = {};
  for (const type of problemsOf(route)) (byStatus[problemStatuses[type]] ??= []).push(type);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, types]) => {
      const schema = { allOf: [describe(problem, 'output'), { properties: { type: { enum: types } } }] };
      const description = types.map((type) => `\`${type}\``).join(', ');
      const headers = describeHeaders({ ...problemHeaders[status], ...(status === '429' && limitsOf(route)) }, true);
      return [
        status,
        {
          description,
          ...(Object.keys(headers).length > 0 && { headers }),
          content: { 'application/json': { schema } },
        },
      ];
    }),
  );
}

const tag = { ETag: 'A strong tag made from the answer, different for each content coding.' };
const notModified: RouteAnswer = {
  description: 'Not modified: `If-None-Match` contains the current `ETag`.',
  headers: tag,
};

/** Returns the successful responses of a route; one that clients may cache has a tag, and a 304 as well. */
function answersOf(route: Route): [status: string, RouteAnswer][] {
  const answers = Object.entries(route.answers);
  if (!isRevalidated(route)) return answers;
  const tagged = answers.map(([status, answer]): [string, RouteAnswer] => [
    status,
    status === '200' ? { ...answer, headers: { ...answer.headers, ...tag } } : answer,
  ]);
  return [...tagged, ['304', notModified]];
}

/** Headers that come with an error, by its status. */
const problemHeaders: Readonly<Record<string, Record<string, string>>> = {
  416: { 'Content-Range': 'The size of the file, as `bytes */1234`.' },
  429: { 'Retry-After': 'How many seconds to wait before trying again.' },
  503: { 'Retry-After': 'How many seconds to wait before trying again.' },
};

/** Returns the headers of limited attempts: successful responses and the refusal say how many are left. */
function limitsOf({ answers }: Route): Record<string, string> {
  const headers = Object.values(answers).flatMap((answer) => Object.entries(answer.headers ?? {}));
  return Object.fromEntries(headers.filter(([name]) => name.startsWith('X-RateLimit-')));
}

function describeHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  required: boolean,
): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, description]) => [
      name,
      { description, required, schema: { type: 'string' } },
    ]),
  );
}
