import { mayManage, type Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';
import { resolveNewId } from '#contract/new-id.ts';
import { toAccountAnswer, toSessionAnswer } from '#contract/appwrite/to-account.ts';
import type { AccountSession } from '#server/library/accounts/account-service.ts';
import { createAddressReader, createSchemeReader } from '#server/http/requests/client-address.ts';
import { isFromAnotherSite } from '#server/http/requests/cross-origin.ts';
import type { CheckedRequest, ContractParts, Handlers } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { clearSessionCookie, readBrowserSecret, sendBrowserCookie, sendSessionCookie } from './request-session.ts';

type AccountCall =
  | 'createAccount'
  | 'getAccount'
  | 'updatePassword'
  | 'createSession'
  | 'getSession'
  | 'listSessions'
  | 'updateSession'
  | 'deleteSession'
  | 'deleteSessions';

/** Creates the account routes. */
export function createAccountHandlers({ services, config, administrators }: ContractParts): Handlers<AccountCall> {
  const { accounts } = services;
  const readAddress = createAddressReader(config.trustedProxies);
  const cameByHttps = createSchemeReader(config.trustedProxies);
  const cookieSettings = (c: ContractContext) => ({
    naming: config,
    isSecure: config.publicUrl.startsWith('https:') || cameByHttps(c),
    withFallback: isFromAnotherSite(c, config),
  });

  const write = (request: CheckedRequest, session: AccountSession) =>
    toSessionAnswer(session, { email: request.account?.email ?? '', isCurrent: session.id === request.session?.id });

  return {
    async createAccount({ c, body }) {
      const { userId, email, password, name } = body;
      const account = await accounts.signUp({ id: resolveNewId(userId), email, password, name: name?.trim() ?? '' });
      return c.json(toAccountAnswer(account, account.createdAt), 201);
    },

    getAccount({ c, account, session }) {
      const known = requireFound(account);
      return c.json(toAccountAnswer(known, session?.updatedAt ?? known.updatedAt));
    },

    async updatePassword({ c, actor, session, body }) {
      const account = await accounts.changePassword(actor, body, readBrowserSecret(c, config.ids.projectId));
      return c.json(toAccountAnswer(account, session?.updatedAt ?? account.updatedAt));
    },

    async createSession({ c, body }) {
      const from = { ip: readAddress(c), userAgent: c.req.header('user-agent') ?? '' };
      const sent = readBrowserSecret(c, config.ids.projectId);
      const { session, secret, browser } = await accounts.signIn(body, { ...from, browser: sent });
      sendSessionCookie(c, cookieSettings(c), secret);
      sendBrowserCookie(c, cookieSettings(c), browser);
      // Lets the first request after signing in pass before visitors.
      if (mayManage((await accounts.identify(secret)).actor)) administrators?.remember(secret);
      const shown = isServerSdk(c) ? secret : '';
      return c.json(toSessionAnswer(session, { email: body.email, isCurrent: true, secret: shown }), 201);
    },

    async getSession(request) {
      return request.c.json(write(request, await accounts.getSession(request.actor, sessionIdOf(request))));
    },

    async listSessions(request) {
      const sessions = await accounts.listSessions(request.actor);
      return request.c.json({ total: sessions.length, sessions: sessions.map((session) => write(request, session)) });
    },

    async updateSession(request) {
      const session = await accounts.lengthenSession(request.actor, sessionIdOf(request));
      const { secret } = request;
      if (secret?.isCookie && session.id === request.session?.id)
        sendSessionCookie(request.c, cookieSettings(request.c), secret.value, session.expiresAt);
      return request.c.json(write(request, session));
    },

    async deleteSession(request) {
      const id = sessionIdOf(request);
      await accounts.endSession(request.actor, id);
      if (id === request.session?.id) clearSessionCookie(request.c, cookieSettings(request.c));
      return request.c.body(null, 204);
    },

    async deleteSessions({ c, actor }) {
      await accounts.endAllSessions(actor);
      clearSessionCookie(c, cookieSettings(c));
      return c.body(null, 204);
    },
  };
}

/**
 * True for Appwrite's SDKs for servers, which have no cookies. False for any request of a page: browsers add their own
 * headers, and scripts can't omit them. The check is necessary because some releases of the web SDK also call their
 * platform a server.
 */
function isServerSdk(c: ContractContext): boolean {
  const isFromPage = ['origin', 'sec-fetch-site'].some((name) => c.req.header(name) !== undefined);
  return c.req.header('x-sdk-platform') === 'server' && c.req.header('x-sdk-language') !== 'web' && !isFromPage;
}

/** Returns the id of the session named in the path; `current` is the session of the request. */
function sessionIdOf({ path, actor }: { path: CheckedRequest['path']; actor: Actor }): string {
  const { sessionId = 'current' } = path;
  return sessionId === 'current' && actor.role !== 'visitor' ? actor.sessionId : sessionId;
}

/**
 * Returns the value; throws if it is null. The router requires an account, and one that was deleted in the meantime
 * counts as signed out.
 */
function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scope (account)');
  return value;
}
