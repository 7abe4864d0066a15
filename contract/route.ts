import { z } from 'zod';
import type { ProblemType } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may: `anyone`; `guest` (who is signed in gets 401 `user_session_already_exists`); `signed-in` (guests get 401
 * `general_unauthorized_scope`); `administrator` (everybody else gets 401 `user_unauthorized`, from the service, after
 * parameters and parent were looked at).
 */
export type Who = 'anyone' | 'guest' | 'signed-in' | 'administrator';

/**
 * Whether the project must be named: in everything of the contract; not for the plain URLs of files nor
 * for what we add beside it.
 */
export type Project = 'named' | 'unnamed';

/** What comes back with a status: JSON of a schema, bytes or text of some media types, or nothing. */
export type RouteAnswer = {
  description: string;
  json?: z.ZodType;
  media?: readonly string[];
  /** Headers a program may want to read, with what they say; those of `sometimes` are not on every such answer. */
  headers?: Readonly<Record<string, string>>;
  sometimes?: Readonly<Record<string, string>>;
};

/** Everything there is to say of one route. */
export type Route<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject> = {
  method: Method;
  /** Below `/v1`, parameters as `:name`. */
  path: string;
  topic: Topic;
  summary: string;
  description?: string;
  who: Who;
  /** Anyone may ask, and a session may show more than guests get to see. */
  showsMoreToMembers: boolean;
  project: Project;
  query: Query;
  /** A JSON object; `takesForm` instead reads its body itself, as it comes in, and `body` says what fields it holds. */
  body: Body;
  takesForm: boolean;
  /** Headers that change the answer, with what they do. */
  headers: Readonly<Record<string, string>>;
  answers: Readonly<Record<number, RouteAnswer>>;
  /** What can go wrong here beside what can at every route of its kind: see `problemsOf`. */
  problems: readonly ProblemType[];
};

export type Topic = 'Documents' | 'Rows' | 'Files' | 'Account' | 'Library' | 'Maintenance' | 'This API';

const nothing = z.object({});

type Nothing = typeof nothing;

type RouteWords<Query extends z.ZodObject, Body extends z.ZodObject> = Pick<
  Route,
  'topic' | 'summary' | 'description' | 'answers'
> & {
  who?: Who;
  showsMoreToMembers?: boolean;
  project?: Project;
  query?: Query;
  body?: Body;
  takesForm?: boolean;
  headers?: Readonly<Record<string, string>>;
  problems?: readonly ProblemType[];
};

/** A route of the table; what is not said of it: anyone may, the project is named, it takes nothing. */
export function route<Query extends z.ZodObject = Nothing, Body extends z.ZodObject = Nothing>(
  method: Method,
  path: string,
  words: RouteWords<Query, Body>,
): Route<Query, Body> {
  return {
    method,
    path,
    who: 'anyone',
    showsMoreToMembers: false,
    project: 'named',
    takesForm: false,
    headers: {},
    problems: [],
    ...words,
    query: words.query ?? (nothing as unknown as Query),
    body: words.body ?? (nothing as unknown as Body),
  };
}

/** The names of a path's parameters, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Whether the route reads a JSON object from its body. */
export function takesJson({ body, takesForm }: Route): boolean {
  return !takesForm && Object.keys(body.shape).length > 0;
}

/**
 * Whether the text of the answer has an `ETag` and is asked for with `If-None-Match`: what may be kept, if it is asked
 * for anew each time. Answers about accounts and those of maintenance are never kept.
 */
export function isRevalidated({ method, topic, answers }: Route): boolean {
  const { json, media } = answers[200] ?? {};
  const isText = json !== undefined || media?.[0] === 'text/html';
  return method === 'GET' && isText && topic !== 'Account' && topic !== 'Maintenance';
}

/** Every error type an answer of the route may carry: its own, and those that follow from what it asks and takes. */
export function problemsOf(route: Route): ProblemType[] {
  const { who, project, method, path, query } = route;
  const hasParameters = parametersOf(path).length > 0 || Object.keys(query.shape).length > 0;
  const problems = new Set<ProblemType>([
    'user_jwt_invalid',
    'general_unknown',
    'general_service_unavailable',
    'general_unknown_host',
    'project_not_found',
  ]);
  // A write that found the disk full.
  if (method !== 'GET') problems.add('storage_full');
  if (project === 'named') problems.add('general_access_forbidden');
  if (method !== 'GET') problems.add('general_unknown_origin');
  if (who === 'guest') problems.add('user_session_already_exists');
  if (who === 'signed-in') problems.add('general_unauthorized_scope');
  if (who === 'administrator') problems.add('user_unauthorized');
  if (hasParameters || takesJson(route)) problems.add('general_argument_invalid');
  // Said to somebody who has gone away in the middle, so hardly ever heard.
  if (takesJson(route)) problems.add('general_bad_request');
  for (const problem of route.problems) problems.add(problem);
  return [...problems];
}
