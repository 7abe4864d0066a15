import { z } from 'zod';
import type { JsonSchema } from './interface-document.ts';

/** The schema of an object. */
export type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] };

/** Converts schemas to JSON Schemas. Collects the named ones, and refers to these by their names. */
export type SchemaDescriptions = {
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Does the same as `describe`, for the fields of an object. */
  describeObject(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema;
  /** The named schemas found so far. */
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

/** Rewrites references: zod puts named schemas next to the schema; in the document they are among the components. */
function repoint(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${components}`)) as JsonSchema;
}
