import type { Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';
import { resolveNewId } from '#contract/appwrite/new-id.ts';
import { toAccountAnswer, toSessionAnswer } from '#contract/appwrite/to-account.ts';
import type { AccountSession } from '#server/accounts/account-service.ts';
import { createAddressReader, createSchemeReader } from '#server/http/connections/client-address.ts';
import { isFromAnotherSite } from './cross-origin.ts';
import type { Asked, ContractContext, ContractParts, Handlers } from '#server/http/api/request-context.ts';
import { clearSessionCookie, readBrowserSecret, sendBrowserCookie, sendSessionCookie } from './session.ts';

type AccountCall =
  | 'createAccount'
  | 'getAccount'
  | 'createSession'
  | 'getSession'
  | 'listSessions'
  | 'updateSession'
  | 'deleteSession'
  | 'deleteSessions';

/** The account routes of contract section 6. */
export function createAccountHandlers({ services, config }: ContractParts): Handlers<AccountCall> {
  const { accounts } = services;
  const readAddress = createAddressReader(config.trustedProxies);
  const cameByHttps = createSchemeReader(config.trustedProxies);
  const cookieSettings = (c: ContractContext) => ({
    ids: config.ids,
    isSecure: config.publicUrl.startsWith('https:') || cameByHttps(c),
    withFallback: isFromAnotherSite(c, config),
  });

  const write = (asked: Asked, session: AccountSession) =>
    toSessionAnswer(session, { email: asked.account?.email ?? '', isCurrent: session.id === asked.session?.id });

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

    async createSession({ c, body }) {
      const from = { ip: readAddress(c), userAgent: c.req.header('user-agent') ?? '' };
      const sent = readBrowserSecret(c, config.ids.projectId);
      const { session, secret, browser } = await accounts.signIn(body, { ...from, browser: sent });
      sendSessionCookie(c, cookieSettings(c), secret);
      sendBrowserCookie(c, cookieSettings(c), browser);
      return c.json(toSessionAnswer(session, { email: body.email, isCurrent: true }), 201);
    },

    async getSession(asked) {
      return asked.c.json(write(asked, await accounts.getSession(asked.actor, sessionIdOf(asked))));
    },

    async listSessions(asked) {
      const sessions = await accounts.listSessions(asked.actor);
      return asked.c.json({ total: sessions.length, sessions: sessions.map((session) => write(asked, session)) });
    },

    async updateSession(asked) {
      const session = await accounts.lengthenSession(asked.actor, sessionIdOf(asked));
      const { secret } = asked;
      if (secret?.isCookie && session.id === asked.session?.id)
        sendSessionCookie(asked.c, cookieSettings(asked.c), secret.value, session.expiresAt);
      return asked.c.json(write(asked, session));
    },

    async deleteSession(asked) {
      const id = sessionIdOf(asked);
      await accounts.endSession(asked.actor, id);
      if (id === asked.session?.id) clearSessionCookie(asked.c, cookieSettings(asked.c));
      return asked.c.body(null, 204);
    },

    async deleteSessions({ c, actor }) {
      await accounts.endAllSessions(actor);
      clearSessionCookie(c, cookieSettings(c));
      return c.body(null, 204);
    },
  };
}

/** The session named in the path; `current` stands for the one the request came with. */
function sessionIdOf({ path, actor }: { path: Asked['path']; actor: Actor }): string {
  const { sessionId = 'current' } = path;
  return sessionId === 'current' && actor.role !== 'visitor' ? actor.sessionId : sessionId;
}

/** The router lets nobody in without an account; an account that went away in between is nobody's. */
function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new Problem('general_unauthorized_scope', 'User (role: guests) missing scope (account)');
  return value;
}
