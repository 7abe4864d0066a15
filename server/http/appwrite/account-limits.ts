import { email as emailSchema } from '#contract/schemas/account-schemas.ts';
import { Problem, type ProblemType } from '#contract/problems.ts';
import type { RouteName } from '#contract/routes/routes.ts';
import type { Account } from '#domain/account.ts';
import type { TryVerdict } from '#server/library/accounts/try-limit.ts';
import { createAddressReader, networkOf, shortenAddress } from '#server/http/requests/client-address.ts';
import { rateHeaders, type RateVerdict } from '#server/http/admission/rate-limit.ts';
import type { ContractParts } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { readBrowserSecret } from './request-session.ts';

type Answer = () => Response | Promise<Response>;

/** Calls `answer`, or throws Problem `general_rate_limit_exceeded`. The response states the number of attempts left. */
type Limit = (
  request: { c: ContractContext; sent: Readonly<Record<string, unknown>>; account: Account | null },
  answer: Answer,
) => Promise<Response>;

/** Limits on guessing passwords and on signing up, checked before parameters are. */
export function createAccountLimits({
  services: { signInGuard, trail, countSignIn, now },
  config,
}: Pick<ContractParts, 'services' | 'config'>): Partial<Record<RouteName, Limit>> {
  const readAddress = createAddressReader(config.trustedProxies);

  /** Limits guesses of the password of the account with that email address. Calls `note` for each guess. */
  async function limitGuesses(
    c: ContractContext,
    email: string | null,
    answer: Answer,
    note: (isRight: boolean) => void = () => undefined,
  ): Promise<Response> {
    const address = readAddress(c);
    const network = networkOf(address);
    const { verdict, settle } = await signInGuard.take({
      email,
      network,
      widerNetwork: network === address ? null : shortenAddress(address),
      browser: readBrowserSecret(c, config.ids.projectId),
    });
    if (verdict.isExceeded) {
      trail.count('sign-in refused', '');
      note(false);
      throw tooManyTries(verdict, now());
    }
    try {
      const response = await withHeaders(verdict, answer);
      settle('right');
      note(true);
      return response;
    } catch (error) {
      const isWrong = error instanceof Problem && guesses.has(error.type);
      settle(isWrong ? 'wrong' : 'no try');
      if (isWrong) note(false);
      throw error;
    }
  }

  return {
    createSession: ({ c, sent }, answer) => limitGuesses(c, readTriedEmail(sent['email']), answer, countSignIn),

    updatePassword: ({ c, account }, answer) => limitGuesses(c, account?.email ?? null, answer),

    async createAccount({ c }, answer) {
      const verdict = await signInGuard.takeSignUp(networkOf(readAddress(c)));
      if (verdict.isExceeded) throw tooManyTries(verdict, now());
      return withHeaders(verdict, answer);
    },
  };
}

/**
 * Problems after a comparison of the password, which count as a guess. For a blocked account, the password was even
 * right.
 */
const guesses = new Set<ProblemType>(['user_invalid_credentials', 'user_blocked']);

/** Returns the email address as accounts store it, or null if it cannot be one. */
function readTriedEmail(sent: unknown): string | null {
  const parsed = emailSchema.safeParse(sent);
  return parsed.success ? parsed.data : null;
}

/** Adds the number of attempts left to successful responses and to refusals. */
async function withHeaders(verdict: RateVerdict, answer: Answer): Promise<Response> {
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
