import { z } from 'zod';
import type { ContractIds } from '#contract/addresses.ts';
import { isRevalidated, parametersOf, takesJson, type Route } from '#contract/route.ts';
import { pathParameters } from '#contract/routes/routes.ts';
import type { JsonSchema, Operation, Parameter, SchemaDescriptions } from './interface-document.ts';

/** Returns the parameters of a route: of its path, its query and its headers. */
export function describeParameters(route: Route, ids: ContractIds, schemas: SchemaDescriptions): Parameter[] {
  const headers = { ...route.headers, ...(isRevalidated(route) && heldTag) };
  return [
    ...describePath(route, ids, schemas),
    ...describeQuery(route, schemas),
    ...Object.entries(headers).map(([name, description]): Parameter => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ];
}

const heldTag = { 'If-None-Match': 'Answered with 304 if it contains the `ETag` of the answer.' };

function describePath({ path }: Route, ids: ContractIds, { describe }: SchemaDescriptions): Parameter[] {
  return parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { ...describe(pathParameters[name] ?? z.string(), 'input'), ...exampleOf(name, ids) },
  }));
}

function describeQuery({ query }: Route, { describeObject }: SchemaDescriptions): Parameter[] {
  const { properties = {}, required = [] } = describeObject(query, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name: name === 'queries' ? 'queries[]' : name,
    in: 'query',
    required: required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema,
  }));
}

/** Returns the body of a route: JSON, a form with a file, or none. */
export function describeBody(
  route: Route,
  { describeObject }: SchemaDescriptions,
): Operation['requestBody'] | undefined {
  if (route.takesForm) {
    const { properties = {}, ...rest } = describeObject(route.body, 'input');
    const { permissions, ...fields } = properties;
    const form = { ...fields, 'permissions[]': permissions, file: binary };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...rest, properties: form, required: ['fileId', 'file'] } } },
    };
  }
  if (!takesJson(route)) return undefined;
  const schema = describeObject(route.body, 'input');
  return { required: Boolean(schema.required?.length), content: { 'application/json': { schema } } };
}

/** Keywords by which client generators recognise a file: those of OpenAPI 3.0 together with those of 3.1. */
const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

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
