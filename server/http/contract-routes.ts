import { Hono } from 'hono';
import { mayManage, visitor } from '#domain/account.ts';
import { contractBase } from '#contract/addresses.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Doer } from '#server/library/accounts/trail.ts';
import { takesJson, type Project, type Route } from '#contract/route.ts';
import { listRoutes, type RouteName } from '#contract/routes/routes.ts';
import { createAccountHandlers } from '#server/http/appwrite/account-handlers.ts';
import { createAccountLimits } from '#server/http/appwrite/account-limits.ts';
import { createInventoryHandlers, createHidingHandlers } from '#server/http/api/inventory-handlers.ts';
import { createLibraryHandlers } from '#server/http/api/library-handlers.ts';
import { createMaintenanceHandlers, createHealthHandlers } from '#server/http/api/maintenance-handlers.ts';
import { createAddressReader, shortenAddress, siteOf } from '#server/http/requests/client-address.ts';
import { requireKnownOrigin, shareWithOrigins } from '#server/http/requests/cross-origin.ts';
import { createDescriptionHandlers } from '#server/http/description/description-handlers.ts';
import { createDocumentHandlers, createRowHandlers } from '#server/http/appwrite/document-handlers.ts';
import { answerProblemTo, toProblem } from '#server/http/responses/errors.ts';
import { createArchiveHandlers } from '#server/http/api/archive-handlers.ts';
import { createFileByteHandlers } from '#server/http/appwrite/file-bytes.ts';
import { createFileHandlers } from '#server/http/appwrite/file-handlers.ts';
import { createFeedHandlers } from '#server/http/feeds/feed-handlers.ts';
import { createHarvestHandlers } from '#server/http/harvest/harvest-handlers.ts';
import { createOpdsHandlers } from '#server/http/feeds/opds-handlers.ts';
import { createCompositionHandlers } from '#server/http/api/composition-handlers.ts';
import { createPhotographHandlers } from '#server/http/api/photograph-handlers.ts';
import { createSearchHandlers } from '#server/http/api/search-handlers.ts';
import { createSimilarHandlers } from '#server/http/api/similar-handlers.ts';
import { createStagingHandlers } from '#server/http/api/staging-handlers.ts';
import { createTextHandlers } from '#server/http/api/text-handlers.ts';
import { bodyOf, parseJsonBody } from '#server/http/requests/request-body.ts';
import { createJsonPacker } from '#server/http/responses/pack-json.ts';
import { checkFields, createParameterCheck } from '#server/http/requests/request-parameters.ts';
import type { Requester, ContractParts, Handler, Handlers } from '#server/http/api/handlers.ts';
import type { ContractContext, ContractEnv } from '#server/http/requests/request-context.ts';
import { readSecret } from '#server/http/appwrite/request-session.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Creates the handler of each route of the table. */
function createHandlers(parts: ContractParts): Handlers<RouteName> {
  return {
    ping: ({ c }) => c.text('Pong!'),
    connectRealtime: refuseWithoutUpgrade,
    ...createAccountHandlers(parts),
    ...createDocumentHandlers(parts),
    ...createRowHandlers(parts),
    ...createFileHandlers(parts),
    ...createFileByteHandlers(parts),
    ...createArchiveHandlers(parts),
    ...createLibraryHandlers(parts),
    ...createMaintenanceHandlers(parts),
    ...createSearchHandlers(parts),
    ...createFeedHandlers(parts),
    ...createHarvestHandlers(parts),
    ...createOpdsHandlers(parts),
    ...createTextHandlers(parts),
    ...createHidingHandlers(parts),
    ...createInventoryHandlers(parts),
    ...createSimilarHandlers(parts),
    ...createStagingHandlers(parts),
    ...createPhotographHandlers(parts),
    ...createCompositionHandlers(parts),
    ...createDescriptionHandlers(parts),
  };
}

/**
 * Refuses a plain request to the realtime address: a proxy has removed its `Upgrade` header. Upgrades are handled in
 * realtime/open-realtime.ts.
 */
function refuseWithoutUpgrade(): never {
  throw new Problem(
    'general_bad_request',
    'This address needs a WebSocket connection. A proxy in between must forward the headers Upgrade and Connection.',
  );
}

/** Creates all routes of the table below `/v1`, and `/healthz` and `/readyz`. */
export function createContractRoutes(parts: ContractParts): Hono<ContractEnv> {
  const { services, config, log } = parts;
  const app = new Hono<ContractEnv>();

  async function identify(c: ContractContext): Promise<Requester> {
    refuseJwt(c);
    const secret = readSecret(c, config);
    if (!secret) refuseApiKey(c);
    if (!secret) return { actor: visitor, account: null, session: null, secret };
    const found = await services.accounts.identify(secret.value);
    if (mayManage(found.actor)) parts.administrators?.remember(secret.value);
    return { ...found, secret };
  }

  app.use(`${contractBase}/*`, shareWithOrigins(config));
  const handlers = createHandlers(parts);
  const limits = createAccountLimits(parts);
  const readAddress = createAddressReader(config.trustedProxies);
  const pack = createJsonPacker();
  for (const route of listRoutes()) {
    // The table ties each handler to its own schemas; the type is lost when a handler is looked up by name.
    const handle = handlers[route.name] as Handler;
    const limit = limits[route.name];
    const checkParameters = createParameterCheck(route);

    /** Checks run in Appwrite's order: project, origin, scope, rate, parameters; the rest is the handler's. */
    app.on(route.method, contractBase + route.path, async (c) => {
      requireProject(c, config.ids.projectId, route.project);
      requireKnownOrigin(c, config);
      if (route.path.startsWith('/account')) c.header('Cache-Control', cacheControl.never);
      const requester = await identify(c);
      // The service worker stores only responses to visitors (app/service-worker/save-answers.ts).
      if (requester.actor.role !== 'visitor') c.header('X-Answered-To', 'account');
      requireScope(requester, route);
      const sent = takesJson(route) ? parseJsonBody(await bodyOf(c), requester.actor.role === 'visitor') : {};
      const handleIt = () =>
        handle({
          ...requester,
          c,
          ...checkParameters(c),
          body: takesJson(route) ? checkFields(route.body, sent) : {},
        });
      const caller = mayManage(requester.actor) ? 'administrator' : 'visitor';
      const answer = () => services.readAs(caller, handleIt, siteOf(readAddress(c)));
      const work = async () => {
        if (limit) return limit({ c, sent, account: requester.account }, answer);
        return route.topic === 'Account' ? answer() : pack(c, await answer());
      };
      return route.method === 'GET'
        ? work()
        : services.trail.as(toDoer(requester, shortenAddress(readAddress(c))), work);
    });
  }
  app.all(`${contractBase}/*`, () => {
    throw new Problem(
      'general_route_not_found',
      "This library has no such call. It serves a part of Appwrite's API and additions of its own: see /v1/docs.",
    );
  });

  const health = createHealthHandlers(parts);
  app.get('/healthz', health.alive);
  app.get('/readyz', health.ready);

  app.onError((error, c) => answerProblemTo(c, toProblem(error, c, log, services.faults)));
  return app;
}

/** Returns the person who sent the request, as the trail records it. */
function toDoer({ account }: Requester, network: string): Doer {
  return { userId: account?.id ?? '', isAdministrator: account?.isAdministrator ?? false, network };
}

/**
 * Checks that the request names the project. The header takes precedence over the query parameter, which plain URLs
 * use.
 */
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

/** Refuses every JWT as invalid: the server issues none. */
function refuseJwt(c: ContractContext): void {
  if (c.req.header('x-appwrite-jwt'))
    throw new Problem('user_jwt_invalid', 'Failed to verify JWT. Sign in with a session; tokens are not supported.');
}

/**
 * Refuses an API key, which Appwrite's SDKs for servers send. Without this, reads would work, and everything else would
 * be refused without a reason.
 */
function refuseApiKey(c: ContractContext): void {
  if (c.req.header('x-appwrite-key'))
    throw new Problem(
      'general_access_forbidden',
      'API keys are not supported; sign in and send the session, as /v1/docs shows.',
    );
}

function requireScope({ actor }: Requester, { who, project }: Pick<Route, 'who' | 'project'>): void {
  // Only administrators learn the parameters of the routes that Appwrite does not have.
  if (who === 'administrator' && project === 'unnamed') requireAdministrator(actor);
  if (who === 'signed-in' && actor.role === 'visitor')
    throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scope (account)');
  if (who === 'guest' && actor.role !== 'visitor')
    throw new Problem('user_session_already_exists', 'Creation of a session is prohibited when a session is active.');
}
