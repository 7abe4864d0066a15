import { z } from 'zod';
import type { ProblemType } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers of a route: `anyone`; `guest` (signed in: 401 `user_session_already_exists`); `signed-in` (guests get 401
 * `general_unauthorized_scope`); `administrator` (everybody else gets 401 `user_unauthorized` from the service, after
 * it has checked parameters and parent).
 */
export type Who = 'anyone' | 'guest' | 'signed-in' | 'administrator';

/**
 * `named` if the request must name the project, as on every route of Appwrite's; not for the plain URLs of files, nor
 * on routes that we add.
 */
export type Project = 'named' | 'unnamed';

/** The body of a response with a status: JSON of a schema, bytes or text of some media types, or nothing. */
export type RouteAnswer = {
  description: string;
  json?: z.ZodType;
  media?: readonly string[];
  /**
   * Headers that a program may want to read, with their meaning; those in `sometimes` are not on every such response.
   */
  headers?: Readonly<Record<string, string>>;
  sometimes?: Readonly<Record<string, string>>;
};

/** The definition of one route. */
export type Route<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject> = {
  method: Method;
  /** Below `/v1`, parameters as `:name`. */
  path: string;
  topic: Topic;
  summary: string;
  description?: string;
  who: Who;
  /** True if anyone may call the route, and its response may contain more with a session than without. */
  showsMoreToMembers: boolean;
  project: Project;
  query: Query;
  /**
   * A JSON object. With `takesForm`, the handler reads the body as it arrives, and `body` describes the form's fields.
   */
  body: Body;
  takesForm: boolean;
  /** Headers that change the response, with their effect. */
  headers: Readonly<Record<string, string>>;
  answers: Readonly<Record<number, RouteAnswer>>;
  /** Errors of this route, in addition to those of every route of its kind: see `problemsOf`. */
  problems: readonly ProblemType[];
};

/** The topics of the routes, with their descriptions. */
export const topics = {
  Documents: 'The materials, as documents of collections: one collection for each kind.',
  Rows: 'The same materials as rows of tables, as newer SDKs name them.',
  Files: 'Files of materials: their records, their bytes and pictures of their pages.',
  Account: 'Signing in and out, sessions, the password.',
  Library: 'Additions to Appwrite: the catalogue, search, texts of pages, and pages of the library.',
  Feeds: 'For readers of other programs: Atom feeds, OPDS catalogues and OAI-PMH.',
  Maintenance: 'For administrators: importing, changing, hiding and restoring materials.',
  'This API': 'The guide, this description, and checks of the connection.',
} as const;

export type Topic = keyof typeof topics;

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

/**
 * Returns a route of the table. By default, anyone may call it, the request must name the project, and it has no input.
 */
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

/** Returns the names of a path's parameters, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** True if the route reads a JSON object from its body. */
export function takesJson({ body, takesForm }: Route): boolean {
  return !takesForm && Object.keys(body.shape).length > 0;
}

/**
 * True if the response has an `ETag` and can be revalidated with `If-None-Match`: it may be cached if it is revalidated each
 * time. Responses about accounts and maintenance are never cached.
 */
export function isRevalidated({ method, topic, answers }: Route): boolean {
  const { json, media } = answers[200] ?? {};
  const isText = json !== undefined || /^text\/html$|\+(?:xml|json)$/.test(media?.[0] ?? '');
  return method === 'GET' && isText && topic !== 'Account' && topic !== 'Maintenance';
}

/** Returns every error type of the route: its own, and those that its callers and its input imply. */
export function problemsOf(route: Route): ProblemType[] {
  const { who, method, path, query } = route;
  const hasParameters = parametersOf(path).length > 0 || Object.keys(query.shape).length > 0;
  const problems = new Set<ProblemType>([
    'user_jwt_invalid',
    'general_unknown',
    'general_service_unavailable',
    'general_unknown_host',
    'project_not_found',
    // For an API key, which no route accepts.
    'general_access_forbidden',
  ]);
  // A write that found the disk full.
  if (method !== 'GET') problems.add('storage_full');
  if (method !== 'GET') problems.add('general_unknown_origin');
  if (who === 'guest') problems.add('user_session_already_exists');
  if (who === 'signed-in') problems.add('general_unauthorized_scope');
  if (who === 'administrator') problems.add('user_unauthorized');
  if (hasParameters || takesJson(route)) problems.add('general_argument_invalid');
  // The client disconnected before its request was complete, so it rarely reads this.
  if (takesJson(route)) problems.add('general_bad_request');
  for (const problem of route.problems) problems.add(problem);
  return [...problems];
}
