import { materialKinds } from '#domain/material.ts';
import { contractBase, type ContractIds } from '#contract/addresses.ts';
import { cookieName } from '#server/http/requests/session-cookie.ts';
import { topics, type Route } from '#contract/route.ts';
import { listRoutes, type RouteName } from '#contract/routes/routes.ts';
import { sentMaterialName, sentMaterialSchema } from '#contract/schemas/document-schemas.ts';
import { version } from '#server/machinery/version.ts';
import { describeBody, describeParameters } from './describe-request.ts';
import { describeResponses } from './describe-responses.ts';
import {
  createSchemaDescriptions,
  type InterfaceDocument,
  type Operation,
  type SchemaDescriptions,
} from './interface-document.ts';

/**
 * Describes everything below `/v1` from the table of routes and the schemas that check requests (contract/routes/routes.ts).
 * Of the settings it shows only the ids, and whether the library's address is one of https, as every page does.
 */
export function describeInterface({ ids, publicUrl }: { ids: ContractIds; publicUrl: string }): InterfaceDocument {
  const schemas = createSchemaDescriptions();
  const routes = listRoutes();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const methods = (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    methods[route.method.toLowerCase()] = describeRoute(route, ids, schemas);
  }
  for (const purpose of ['new', 'changed'] as const) {
    for (const kind of materialKinds)
      schemas.named[sentMaterialName(kind, purpose)] = schemas.describe(sentMaterialSchema(kind, purpose), 'input');
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Examshelf',
      version,
      summary: 'An online library of past exam papers, study notes, revision material and books.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: contractBase }],
    tags: [...new Set(routes.map(({ topic }) => topic))].map((name) => ({ name, description: topics[name] })),
    paths,
    components: {
      schemas: schemas.named,
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
          name: cookieName({ ids, publicUrl }),
          description: 'Set by signing in. Programs may send its value as `X-Appwrite-Session` instead.',
        },
      },
    },
  };
}

function describeRoute(route: Route & { name: RouteName }, ids: ContractIds, schemas: SchemaDescriptions): Operation {
  const requestBody = describeBody(route, schemas);
  return {
    operationId: route.name,
    tags: [route.topic],
    summary: route.summary,
    description: [route.description, whoMay[route.who]].filter(Boolean).join(' '),
    security: describeSecurity(route),
    parameters: describeParameters(route, ids, schemas),
    ...(requestBody && { requestBody }),
    responses: describeResponses(route, schemas),
  };
}

const whoMay: Record<Route['who'], string> = {
  anyone: '',
  guest: 'Not for signed-in users.',
  'signed-in': 'For signed-in users.',
  administrator: 'For administrators.',
};

/** Describes the security of a route. If guests may read, the session is optional: with it the response may show more. */
function describeSecurity({ project, who, showsMoreToMembers }: Route): Operation['security'] {
  const named: Operation['security'][number] = project === 'named' ? { project: [] } : {};
  const withSession = { ...named, session: [] };
  if (who === 'administrator' || who === 'signed-in') return [withSession];
  return showsMoreToMembers ? [named, withSession] : [named];
}
