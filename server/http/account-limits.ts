import { Problem } from '#contract/problems.ts';
import type { RouteName } from '#contract/routes.ts';
import { createAddressReader, networkOf } from './client-address.ts';
import { createRateLimit, rateHeaders, type RateVerdict } from './rate-limit.ts';
import type { ContractContext, ContractParts } from './request-context.ts';

const hourMs = 60 * 60 * 1000;

/** Contract 6: ten tries an hour for an e-mail. */
const triesPerEmail = 10;
/** Failed tries of one address; looser, because a whole campus may stand behind it. */
const triesPerAddress = 100;
const signUpsPerAddress = 100;

/** Lets the answer be made, or throws Problem `general_rate_limit_exceeded`; what comes back says what is left. */
type Limit = (
  c: ContractContext,
  sent: Readonly<Record<string, unknown>>,
  answer: () => Response | Promise<Response>,
) => Promise<Response>;

/** How often may be tried what guesses or fills, before parameters are looked at (contract 2.6, 6). */
export function createAccountLimits({
  trustedProxies,
}: Pick<ContractParts['config'], 'trustedProxies'>): Partial<Record<RouteName, Limit>> {
  const readAddress = createAddressReader(trustedProxies);
  const byEmail = createRateLimit({ limit: triesPerEmail, windowMs: hourMs, now: Date.now });
  const byAddress = createRateLimit({ limit: triesPerAddress, windowMs: hourMs, now: Date.now });
  const signUps = createRateLimit({ limit: signUpsPerAddress, windowMs: hourMs, now: Date.now });

  return {
    async createSession(c, { email }, answer) {
      const address = networkOf(readAddress(c));
      const addressVerdict = byAddress.take(address);
      if (addressVerdict.isExceeded) throw tooManyTries(addressVerdict);
      // What is no text or too long to be an e-mail is refused after this and cannot guess any password.
      const key = typeof email === 'string' && email.length <= 320 ? email.trim().toLowerCase() : null;
      const verdict = key === null ? addressVerdict : byEmail.take(key);
      if (verdict.isExceeded) throw tooManyTries(verdict);
      try {
        const response = await withHeaders(verdict, answer);
        if (key !== null) byEmail.reset(key);
        byAddress.giveBack(address);
        return response;
      } catch (error) {
        if (error instanceof Problem && error.status === 400) {
          if (key !== null) byEmail.giveBack(key);
          byAddress.giveBack(address);
        }
        throw error;
      }
    },

    async createAccount(c, _sent, answer) {
      const verdict = signUps.take(networkOf(readAddress(c)));
      if (verdict.isExceeded) throw tooManyTries(verdict);
      return withHeaders(verdict, answer);
    },
  };
}

/** Refusals say what is left as well. */
async function withHeaders(verdict: RateVerdict, answer: () => Response | Promise<Response>): Promise<Response> {
  const headers = rateHeaders(verdict);
  try {
    const response = await answer();
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.type, error.message, { headers: { ...headers, ...error.headers }, cause: error.cause });
  }
}

function tooManyTries(verdict: RateVerdict): Problem {
  const seconds = Math.max(1, Math.ceil((verdict.resetAt - Date.now()) / 1000));
  return new Problem(
    'general_rate_limit_exceeded',
    'Rate limit for the current endpoint has been exceeded. Please try again after some time.',
    { headers: { ...rateHeaders(verdict), 'Retry-After': String(seconds) } },
  );
}
