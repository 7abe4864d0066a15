import { Hono } from 'hono';
import { visitor } from '#domain/account.ts';
import { contractBase } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import { createAccountHandlers, missingScope } from './account.ts';
import { createAdditionHandlers } from './additions.ts';
import { requireKnownOrigin, shareWithOrigins } from './cross-origin.ts';
import { createDocumentHandlers, databasesDialect, tablesDialect } from './documents.ts';
import { answerProblem, toProblem } from './errors.ts';
import { createFileByteHandlers } from './file-bytes.ts';
import { createFileHandlers } from './files.ts';
import { createHealthHandlers } from './health.ts';
import { readJsonBody } from './json-body.ts';
import type { Asker, ContractContext, ContractEnv, ContractParts, Handler } from './request-context.ts';
import { readSecret } from './session.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may: `anyone`; `signed-in` (guests get 401 `general_unauthorized_scope`); `administrator` (the service refuses
 * everybody else with 401 `user_unauthorized`, after parameters and parent were looked at, contract 2.6).
 */
type Who = 'anyone' | 'signed-in' | 'administrator';

/** What a route reads beside its address: nothing, a JSON object, or a multipart form it streams itself. */
type Takes = 'nothing' | 'json' | 'form';

/**
 * Whether the project must be named: in everything of the contract; not for the plain URLs of files (contract 2.1) nor
 * for what we add beside it.
 */
type Project = 'named' | 'unnamed';

export type ContractRoute = { method: Method; path: string; who: Who; takes: Takes; project: Project; handle: Handler };

/** The whole surface below `/v1`. Order matters where a parameter could swallow a word. */
export function listContractRoutes(parts: ContractParts): ContractRoute[] {
  const account = createAccountHandlers(parts);
  const document = createDocumentHandlers(parts, databasesDialect);
  const row = createDocumentHandlers(parts, tablesDialect);
  const file = createFileHandlers(parts);
  const bytes = createFileByteHandlers(parts);
  const ours = createAdditionHandlers(parts);

  const documents = '/databases/:databaseId/collections/:collectionId/documents';
  const rows = '/tablesdb/:databaseId/tables/:tableId/rows';
  const files = '/storage/buckets/:bucketId/files';

  const table: [Method, string, Who, Takes, Project, Handler][] = [
    ['GET', '/ping', 'anyone', 'nothing', 'named', ({ c }) => c.text('Pong!')],

    ['POST', '/account', 'anyone', 'json', 'named', account.signUp],
    ['GET', '/account', 'signed-in', 'nothing', 'named', account.get],
    ['POST', '/account/sessions/email', 'anyone', 'json', 'named', account.signIn],
    ['GET', '/account/sessions', 'signed-in', 'nothing', 'named', account.listSessions],
    ['DELETE', '/account/sessions', 'signed-in', 'nothing', 'named', account.endAllSessions],
    ['GET', '/account/sessions/:sessionId', 'signed-in', 'nothing', 'named', account.getSession],
    ['PATCH', '/account/sessions/:sessionId', 'signed-in', 'nothing', 'named', account.lengthenSession],
    ['DELETE', '/account/sessions/:sessionId', 'signed-in', 'nothing', 'named', account.endSession],

    ['GET', documents, 'anyone', 'nothing', 'named', document.list],
    ['POST', documents, 'administrator', 'json', 'named', document.create],
    ['GET', `${documents}/:documentId`, 'anyone', 'nothing', 'named', document.get],
    ['PATCH', `${documents}/:documentId`, 'administrator', 'json', 'named', document.update],
    ['DELETE', `${documents}/:documentId`, 'administrator', 'nothing', 'named', document.remove],
    ['PUT', `${documents}/:documentId`, 'anyone', 'nothing', 'named', document.refuse],
    ['PATCH', `${documents}/:documentId/:attribute/increment`, 'anyone', 'nothing', 'named', document.refuse],
    ['PATCH', `${documents}/:documentId/:attribute/decrement`, 'anyone', 'nothing', 'named', document.refuse],

    ['GET', rows, 'anyone', 'nothing', 'named', row.list],
    ['POST', rows, 'administrator', 'json', 'named', row.create],
    ['GET', `${rows}/:rowId`, 'anyone', 'nothing', 'named', row.get],
    ['PATCH', `${rows}/:rowId`, 'administrator', 'json', 'named', row.update],
    ['DELETE', `${rows}/:rowId`, 'administrator', 'nothing', 'named', row.remove],
    ['PUT', `${rows}/:rowId`, 'anyone', 'nothing', 'named', row.refuse],
    ['PATCH', `${rows}/:rowId/:attribute/increment`, 'anyone', 'nothing', 'named', row.refuse],
    ['PATCH', `${rows}/:rowId/:attribute/decrement`, 'anyone', 'nothing', 'named', row.refuse],

    ['GET', files, 'anyone', 'nothing', 'named', file.list],
    ['POST', files, 'administrator', 'form', 'named', file.create],
    ['GET', `${files}/:fileId`, 'anyone', 'nothing', 'named', file.get],
    ['PUT', `${files}/:fileId`, 'administrator', 'json', 'named', file.rename],
    ['DELETE', `${files}/:fileId`, 'administrator', 'nothing', 'named', file.remove],
    ['GET', `${files}/:fileId/download`, 'anyone', 'nothing', 'unnamed', bytes.download],
    ['GET', `${files}/:fileId/view`, 'anyone', 'nothing', 'unnamed', bytes.view],
    ['GET', `${files}/:fileId/preview`, 'anyone', 'nothing', 'unnamed', bytes.preview],

    ['GET', '/realtime', 'anyone', 'nothing', 'unnamed', refuseWithoutUpgrade],

    ['GET', '/site', 'anyone', 'nothing', 'unnamed', ours.site],
    ['GET', '/site/pages/:name', 'anyone', 'nothing', 'unnamed', ours.page],
    ['GET', '/catalogue/faculties', 'anyone', 'nothing', 'unnamed', ours.listFaculties],
    ['GET', '/catalogue/faculties/:facultyId', 'anyone', 'nothing', 'unnamed', ours.getFaculty],
    ['GET', '/materials/counts', 'anyone', 'nothing', 'unnamed', ours.countMaterials],
    ['GET', '/materials/trash', 'administrator', 'nothing', 'unnamed', ours.listTrash],
    ['GET', '/materials/misplaced', 'administrator', 'nothing', 'unnamed', ours.listMisplaced],
    ['GET', '/materials/unused-files', 'administrator', 'nothing', 'unnamed', ours.listUnusedFiles],
    ['GET', '/materials/:id', 'anyone', 'nothing', 'unnamed', ours.getMaterial],
    ['POST', '/materials/:id/restore', 'administrator', 'nothing', 'unnamed', ours.restore],
    ['POST', '/materials/:id/purge', 'administrator', 'nothing', 'unnamed', ours.purge],
    ['POST', '/samples/remove', 'administrator', 'nothing', 'unnamed', ours.removeSamples],
  ];
  return table.map(([method, path, who, takes, project, handle]) => ({ method, path, who, takes, project, handle }));
}

/** A websocket never comes this far (realtime/open-realtime.ts); what does lost its wish to be one on the way. */
function refuseWithoutUpgrade(): never {
  throw new Problem(
    'general_bad_request',
    'This address speaks WebSocket. A proxy in between must pass the headers Upgrade and Connection on.',
  );
}

/** Everything below `/v1`, and `/healthz` and `/readyz` beside it. */
export function createContractRoutes(parts: ContractParts): Hono<ContractEnv> {
  const { services, config, log } = parts;
  const app = new Hono<ContractEnv>();

  async function identify(c: ContractContext): Promise<Asker> {
    const secret = readSecret(c, config.ids.projectId);
    if (!secret) return { actor: visitor, account: null, session: null, secret };
    return { ...(await services.accounts.identify(secret.value)), secret };
  }

  /** The order of checks is contract 2.6: project, origin, scope, then what the handler itself looks at. */
  async function answer(c: ContractContext, route: ContractRoute): Promise<Response> {
    requireProject(c, config.ids.projectId, route.project);
    requireKnownOrigin(c, config);
    const asker = await identify(c);
    if (route.who === 'signed-in' && asker.actor.role === 'visitor') throw missingScope();
    if (route.path.startsWith('/account')) c.header('Cache-Control', 'no-store');
    const body = route.takes === 'json' ? await readJsonBody(c) : {};
    return route.handle({ ...asker, c, body });
  }

  app.use(`${contractBase}/*`, shareWithOrigins(config));
  for (const route of listContractRoutes(parts)) {
    app.on(route.method, contractBase + route.path, (c) => answer(c, route));
  }
  app.all(`${contractBase}/*`, () => {
    throw new Problem(
      'general_route_not_found',
      'The requested route was not found. Please refer to the API docs and try again.',
    );
  });

  const health = createHealthHandlers(parts);
  const nobody: Asker = { actor: visitor, account: null, session: null, secret: null };
  app.get('/healthz', (c) => health.alive({ ...nobody, c, body: {} }));
  app.get('/readyz', (c) => health.ready({ ...nobody, c, body: {} }));

  app.onError((error, c) => answerProblem(toProblem(error, c, log)));
  return app;
}

/** The header wins over the query parameter that plain URLs carry (contract 2.1). */
function requireProject(c: ContractContext, projectId: string, rule: Project): void {
  const named = c.req.header('x-appwrite-project') ?? c.req.query('project');
  if (named === projectId) return;
  if (!named) {
    if (rule === 'unnamed') return;
    throw new Problem(
      'general_access_forbidden',
      'Access to this API is forbidden: name the project in the header X-Appwrite-Project.',
    );
  }
  throw new Problem(
    'project_not_found',
    'Project with the requested ID could not be found. Please check the value of the X-Appwrite-Project header.',
  );
}
