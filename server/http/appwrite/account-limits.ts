import { email as emailSchema } from '#contract/schemas/accounts.ts';
import { Problem } from '#contract/problems.ts';
import type { RouteName } from '#contract/routes.ts';
import type { TryVerdict } from '#server/accounts/try-limit.ts';
import { createAddressReader, networkOf, shortenAddress } from '#server/http/connections/client-address.ts';
import { rateHeaders, type RateVerdict } from '#server/http/load/rate-limit.ts';
import type { ContractContext, ContractParts } from '#server/http/api/request-context.ts';
import { readBrowserSecret } from './session.ts';

/** Calls `answer`, or throws Problem `general_rate_limit_exceeded`. The answer says how many attempts are left. */
type Limit = (
  c: ContractContext,
  sent: Readonly<Record<string, unknown>>,
  answer: () => Response | Promise<Response>,
) => Promise<Response>;

/** Limits on signing in and signing up, checked before parameters are. */
export function createAccountLimits({
  services: { signInGuard, trail, countSignIn, now },
  config,
}: Pick<ContractParts, 'services' | 'config'>): Partial<Record<RouteName, Limit>> {
  const readAddress = createAddressReader(config.trustedProxies);

  return {
    async createSession(c, sent, answer) {
      const address = readAddress(c);
      const network = networkOf(address);
      const { verdict, settle } = await signInGuard.take({
        email: readTriedEmail(sent['email']),
        network,
        widerNetwork: network === address ? null : shortenAddress(address),
        browser: readBrowserSecret(c, config.ids.projectId),
      });
      if (verdict.isExceeded) {
        trail.count('sign-in refused', '');
        countSignIn(false);
        throw tooManyTries(verdict, now());
      }
      try {
        const response = await withHeaders(verdict, answer);
        settle('right');
        countSignIn(true);
        return response;
      } catch (error) {
        // With these statuses a password was compared, so they count as a guess; that of a blocked account was even
        // right.
        const isWrong = error instanceof Problem && guesses.has(error.status);
        settle(isWrong ? 'wrong' : 'no try');
        if (isWrong) countSignIn(false);
        throw error;
      }
    },

    async createAccount(c, _sent, answer) {
      const verdict = await signInGuard.takeSignUp(networkOf(readAddress(c)));
      if (verdict.isExceeded) throw tooManyTries(verdict, now());
      return withHeaders(verdict, answer);
    },
  };
}

const guesses = new Set([401, 403]);

/** The email address as accounts store it, or null for what cannot be one. */
function readTriedEmail(sent: unknown): string | null {
  const parsed = emailSchema.safeParse(sent);
  return parsed.success ? parsed.data : null;
}

/** Refusals also say how many attempts are left. */
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

function tooManyTries(verdict: TryVerdict, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((verdict.resetAt - now) / 1000));
  return new Problem(
    'general_rate_limit_exceeded',
    'Rate limit for the current endpoint has been exceeded. Please try again after some time.',
    { headers: { ...rateHeaders(verdict), 'Retry-After': String(seconds) } },
  );
}
