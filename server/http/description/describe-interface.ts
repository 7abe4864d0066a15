import { z } from 'zod';
import { materialKinds } from '#domain/material.ts';
import { contractBase, type ContractIds } from '#contract/addresses.ts';
import { problemStatuses, type ProblemType } from '#contract/problems.ts';
import { isRevalidated, parametersOf, problemsOf, takesJson, type Route, type RouteAnswer } from '#contract/route.ts';
import { listRoutes, pathParameters, type RouteName } from '#contract/routes.ts';
import { sentMaterialName, sentMaterialSchema } from '#contract/schemas/documents.ts';
import { problem } from '#contract/schemas/problem.ts';

/** A JSON Schema of draft 2020-12, which is what OpenAPI 3.1 takes. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

export type Content = Readonly<Record<string, { schema?: JsonSchema }>>;

export type Operation = {
  operationId: RouteName;
  tags: [string];
  summary: string;
  description: string;
  security: Record<string, never[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, ResponseObject>>;
};

export type ResponseObject = {
  description: string;
  headers?: Readonly<Record<string, { description: string; required: boolean; schema: JsonSchema }>>;
  content?: Content;
};

/** As much of OpenAPI 3.1 as is written here. */
export type InterfaceDocument = {
  openapi: string;
  info: { title: string; version: string; summary: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: Record<string, object> };
};

const components = '#/components/schemas/';

/**
 * Describes everything below `/v1` from the table of routes and the schemas that check requests (contract/routes.ts).
 * `ids` are those of the settings, which every page tells anyway; nothing else of the operator's is in it.
 */
export function describeInterface(ids: ContractIds): InterfaceDocument {
  const schemas: Record<string, JsonSchema> = {};

  /** Named schemas are put among the components and pointed at. */
  function describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _dialect, $defs, ...described } = z.toJSONSchema(schema, { io });
    for (const [name, each] of Object.entries($defs ?? {})) schemas[name] ??= repoint(each);
    return repoint(described);
  }

  function describeQuery({ query }: Route): Parameter[] {
    const { properties = {}, required = [] } = describe(query, 'input') as ObjectSchema;
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name: name === 'queries' ? 'queries[]' : name,
      in: 'query',
      required: required.includes(name),
      ...(typeof description === 'string' && { description }),
      schema,
    }));
  }

  function describePath({ path }: Route): Parameter[] {
    return parametersOf(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { ...describe(pathParameters[name] ?? z.string(), 'input'), ...exampleOf(name, ids) },
    }));
  }

  function describeBody(route: Route): Operation['requestBody'] | undefined {
    if (route.takesForm) {
      const { properties = {}, ...rest } = describe(route.body, 'input') as ObjectSchema;
      const { permissions, ...fields } = properties;
      const form = { ...fields, 'permissions[]': permissions, file: binary };
      return {
        required: true,
        content: { 'multipart/form-data': { schema: { ...rest, properties: form, required: ['fileId', 'file'] } } },
      };
    }
    if (!takesJson(route)) return undefined;
    const schema = describe(route.body, 'input') as ObjectSchema;
    return { required: Boolean(schema.required?.length), content: { 'application/json': { schema } } };
  }

  function describeAnswer(answer: RouteAnswer): ResponseObject {
    const { description, json, media } = answer;
    const headers = { ...describeHeaders(answer.headers, true), ...describeHeaders(answer.sometimes, false) };
    return {
      description,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(json && { content: { 'application/json': { schema: describe(json, 'output') } } }),
      ...(media && { content: Object.fromEntries(media.map((type) => [type, {}])) }),
    };
  }

  /** One entry for each status, which names the types that come with it. */
  function describeProblems(route: Route): Operation['responses'] {
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

  function describeRoute(route: Route & { name: RouteName }): Operation {
    const requestBody = describeBody(route);
    return {
      operationId: route.name,
      tags: [route.topic],
      summary: route.summary,
      description: [route.description, whoMay[route.who]].filter(Boolean).join(' '),
      security: describeSecurity(route),
      parameters: [
        ...describePath(route),
        ...describeQuery(route),
        ...Object.entries({ ...route.headers, ...(isRevalidated(route) && heldTag) }).map(
          ([name, description]): Parameter => ({
            name,
            in: 'header',
            required: false,
            description,
            schema: { type: 'string' },
          }),
        ),
      ],
      ...(requestBody && { requestBody }),
      responses: {
        ...describeProblems(route),
        ...Object.fromEntries(answersOf(route).map(([status, each]) => [status, describeAnswer(each)])),
      },
    };
  }

  const routes = listRoutes();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const methods = (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    methods[route.method.toLowerCase()] = describeRoute(route);
  }
  for (const purpose of ['new', 'changed'] as const) {
    for (const kind of materialKinds)
      schemas[sentMaterialName(kind, purpose)] = describe(sentMaterialSchema(kind, purpose), 'input');
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Examshelf',
      version: '1',
      summary: 'An online library of past exam papers, study notes, revision material and books.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: contractBase }],
    tags: [...new Set(routes.map(({ topic }) => topic))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        project: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Appwrite-Project',
          description: `Always \`${ids.projectId}\`. If you cannot send a header, use the query parameter \`project\`.`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `a_session_${ids.projectId}`,
          description: 'Set by signing in. Programs may send its value as `X-Appwrite-Session` instead.',
        },
      },
    },
  };
}

/** What generators of clients take for a file: the words of OpenAPI 3.0 beside those of 3.1. */
const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

const tag = { ETag: 'A strong tag made from the answer, different for each content coding.' };
const heldTag = { 'If-None-Match': 'Answered with 304 if it contains the `ETag` of the answer.' };
const notModified: RouteAnswer = {
  description: 'Not modified: `If-None-Match` contains the current `ETag`.',
  headers: tag,
};

/** The good answers of a route; one that may be kept comes with a tag, or without a body. */
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

/** Where attempts are counted, the good answers say how many are left, and so does the refusal. */
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

/** Where guests may read, a session is one of two ways to ask: it may show more. */
function describeSecurity({ project, who, showsMoreToMembers }: Route): Operation['security'] {
  const named: Operation['security'][number] = project === 'named' ? { project: [] } : {};
  const withSession = { ...named, session: [] };
  if (who === 'administrator' || who === 'signed-in') return [withSession];
  return showsMoreToMembers ? [named, withSession] : [named];
}

type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] };

const whoMay: Record<Route['who'], string> = {
  anyone: '',
  guest: 'Not for signed-in users.',
  'signed-in': 'For signed-in users.',
  administrator: 'For administrators.',
};

function exampleOf(name: string, ids: ContractIds): JsonSchema {
  const examples: Record<string, string> = {
    databaseId: ids.databaseId,
    bucketId: ids.bucketId,
    collectionId: 'papers',
    tableId: 'papers',
    sessionId: 'current',
  };
  const example = examples[name];
  return example === undefined ? {} : { examples: [example] };
}

/** What zod gathers beside a schema stands among the components of the document. */
function repoint(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${components}`)) as JsonSchema;
}
