import { z } from 'zod';
import type { RouteName } from '#contract/routes/routes.ts';

/** A JSON Schema of draft 2020-12, the one that OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

type Content = Readonly<Record<string, { schema?: JsonSchema }>>;

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

/** The parts of OpenAPI 3.1 that are used here. */
export type InterfaceDocument = {
  openapi: string;
  info: { title: string; version: string; summary: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: Record<string, object> };
};

/** The schema of an object. */
type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] };

/** Turns schemas into JSON Schemas; collects the named ones among them, which are referred to by their names. */
export type SchemaDescriptions = {
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Like `describe`, for the fields of an object. */
  describeObject(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema;
  /** The named schemas that were met so far. */
  named: Record<string, JsonSchema>;
};

const components = '#/components/schemas/';

export function createSchemaDescriptions(): SchemaDescriptions {
  const named: Record<string, JsonSchema> = {};
  function describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _dialect, $defs, ...described } = z.toJSONSchema(schema, { io });
    for (const [name, each] of Object.entries($defs ?? {})) named[name] ??= repoint(each);
    return repoint(described);
  }
  return { named, describe, describeObject: (schema, io) => describe(schema, io) as ObjectSchema };
}

/** Rewrites references: zod refers to named schemas next to a schema; in the document they are among its components. */
function repoint(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${components}`)) as JsonSchema;
}
