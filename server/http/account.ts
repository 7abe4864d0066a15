import type { Actor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';
import { toAccountAnswer, toSessionAnswer } from '#contract/to-account.ts';
import type { SessionRecord } from '#server/database/database.ts';
import { createAddressReader, createSchemeReader } from './client-address.ts';
import { readId } from './parameters.ts';
import { createRateLimit, rateHeaders, type RateVerdict } from './rate-limit.ts';
import type { Asked, ContractContext, ContractParts, Handler } from './request-context.ts';
import { clearSessionCookie, sendSessionCookie } from './session.ts';

const hourMs = 60 * 60 * 1000;

/** Contract 6: ten tries an hour for an e-mail. */
const triesPerEmail = 10;
/** Failed tries of one address; looser, because a whole campus may stand behind it. */
const triesPerAddress = 100;
const signUpsPerAddress = 100;

type AccountCall =
  'signUp' | 'get' | 'signIn' | 'getSession' | 'listSessions' | 'lengthenSession' | 'endSession' | 'endAllSessions';

/** The account routes of contract section 6. */
export function createAccountHandlers({ services, config }: ContractParts): Record<AccountCall, Handler> {
  const { accounts } = services;
  const readAddress = createAddressReader(config.trustedProxies);
  const cameByHttps = createSchemeReader(config.trustedProxies);
  const cookieSettings = (c: ContractContext) => ({
    ids: config.ids,
    isSecure: config.publicUrl.startsWith('https:') || cameByHttps(c),
  });
  const byEmail = createRateLimit({ limit: triesPerEmail, windowMs: hourMs, now: Date.now });
  const byAddress = createRateLimit({ limit: triesPerAddress, windowMs: hourMs, now: Date.now });
  const signUps = createRateLimit({ limit: signUpsPerAddress, windowMs: hourMs, now: Date.now });

  async function signIn({ c, actor, body }: Asked): Promise<Response> {
    if (actor.role !== 'visitor') {
      throw new Problem('user_session_already_exists', 'Creation of a session is prohibited when a session is active.');
    }
    const address = readAddress(c);
    const addressVerdict = byAddress.take(address);
    if (addressVerdict.isExceeded) throw tooManyTries(addressVerdict);
    const { email, password } = body;
    // What is no text or too long to be an e-mail is refused by the service and cannot guess any password.
    const key = typeof email === 'string' && email.length <= 320 ? email.trim().toLowerCase() : null;
    const verdict = key === null ? addressVerdict : byEmail.take(key);
    if (verdict.isExceeded) throw tooManyTries(verdict);
    try {
      const { session, secret } = await accounts.signIn(
        { email, password },
        { ip: address, userAgent: c.req.header('user-agent') ?? '' },
      );
      if (key !== null) byEmail.reset(key);
      byAddress.giveBack(address);
      sendSessionCookie(c, cookieSettings(c), secret);
      for (const [name, value] of Object.entries(rateHeaders(verdict))) c.header(name, value);
      return c.json(toSessionAnswer(session, { email: key ?? '', isCurrent: true }), 201);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 400) {
        if (key !== null) byEmail.giveBack(key);
        byAddress.giveBack(address);
      }
      throw new Problem(error.type, error.message, {
        headers: { ...rateHeaders(verdict), ...error.headers },
        cause: error.cause,
      });
    }
  }

  async function signUp({ c, body }: Asked): Promise<Response> {
    const verdict = signUps.take(readAddress(c));
    if (verdict.isExceeded) throw tooManyTries(verdict);
    const { userId, email, password, name } = body;
    const account = await accounts.signUp({ userId, email, password, name });
    return c.json(toAccountAnswer(account, account.createdAt), 201);
  }

  function get({ c, account, session }: Asked): Response {
    if (!account) throw missingScope();
    return c.json(toAccountAnswer(account, session?.updatedAt ?? account.updatedAt));
  }

  const write = (asked: Asked, session: SessionRecord) =>
    toSessionAnswer(session, { email: asked.account?.email ?? '', isCurrent: session.id === asked.session?.id });

  async function getSession(asked: Asked): Promise<Response> {
    return asked.c.json(write(asked, await accounts.getSession(asked.actor, readSessionId(asked))));
  }

  async function listSessions(asked: Asked): Promise<Response> {
    const sessions = await accounts.listSessions(asked.actor);
    return asked.c.json({ total: sessions.length, sessions: sessions.map((session) => write(asked, session)) });
  }

  async function lengthenSession(asked: Asked): Promise<Response> {
    const session = await accounts.lengthenSession(asked.actor, readSessionId(asked));
    const { secret } = asked;
    if (secret?.isCookie && session.id === asked.session?.id)
      sendSessionCookie(asked.c, cookieSettings(asked.c), secret.value, session.expiresAt);
    return asked.c.json(write(asked, session));
  }

  async function endSession(asked: Asked): Promise<Response> {
    const id = readSessionId(asked);
    await accounts.endSession(asked.actor, id);
    if (id === asked.session?.id) clearSessionCookie(asked.c, cookieSettings(asked.c));
    return asked.c.body(null, 204);
  }

  async function endAllSessions(asked: Asked): Promise<Response> {
    await accounts.endAllSessions(asked.actor);
    clearSessionCookie(asked.c, cookieSettings(asked.c));
    return asked.c.body(null, 204);
  }

  return { signUp, get, signIn, getSession, listSessions, lengthenSession, endSession, endAllSessions };
}

/** The session named in the path; `current` stands for the one the request came with. */
function readSessionId({ c, actor }: Asked): string {
  if (c.req.param('sessionId') === 'current') return sessionOf(actor);
  return readId(c, 'sessionId');
}

function sessionOf(actor: Actor): string {
  if (actor.role === 'visitor') throw missingScope();
  return actor.sessionId;
}

/** Contract 2.6: what a guest is told by the routes that only make sense with a session. */
export function missingScope(): Problem {
  return new Problem('general_unauthorized_scope', 'User (role: guests) missing scope (account)');
}

function tooManyTries(verdict: RateVerdict): Problem {
  const seconds = Math.max(1, Math.ceil((verdict.resetAt - Date.now()) / 1000));
  return new Problem(
    'general_rate_limit_exceeded',
    'Rate limit for the current endpoint has been exceeded. Please try again after some time.',
    {
      headers: { ...rateHeaders(verdict), 'Retry-After': String(seconds) },
    },
  );
}
