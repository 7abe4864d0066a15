import type { RouteName } from '#contract/routes/routes.ts';

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
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

/** The parts of OpenAPI 3.1 that are used here. */
export type InterfaceDocument = {
  openapi: string;
  info: { title: string; version: string; summary: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>>; securitySchemes: Record<string, object> };
};
