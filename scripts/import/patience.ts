import { NetworkFailure, problemOf } from '#app/features/session/library-problem.ts';
import { ImportError, Stopped } from './import-error.ts';

/** Maximum time of retries while the library does not respond: a restart with a migration, a change of network. */
const patienceMs = 5 * 60_000;
const firstPauseMs = 500;
const maxPauseMs = 15_000;
/** Maximum accepted `Retry-After` of a busy library, in milliseconds. */
const maxAskedMs = 60_000;

export type Patience = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that retries after failures of the network, of the load or of a restart, for some minutes in
 * total, and waits for `Retry-After`. After that it rejects with ImportError; with Stopped when `signal` is aborted;
 * and immediately with errors that a retry can't change.
 */
export function createPatience({
  url,
  signal,
  onWait,
  wait,
}: {
  url: string;
  signal: AbortSignal;
  onWait: (reason: string) => void;
  wait: (milliseconds: number) => Promise<unknown>;
}): Patience {
  return async (work) => {
    let waitedMs = 0;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted) throw new Stopped();
        const refusal = refuseCertificate(error, url);
        if (refusal) throw refusal;
        if (!isTemporary(error)) throw error;
        const pause = Math.max(pauseMs, Math.min(retryAfterOf(error), maxAskedMs));
        const cause = causeOf(error);
        if (waitedMs + pause > patienceMs)
          throw new ImportError(`The library at ${url} does not answer: ${cause} Run the same command again.`);
        onWait(cause);
        await wait(pause);
        waitedMs += pause;
      }
    }
  };
}

function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true;
  const { code, type } = problemOf(error) ?? {};
  return type !== 'storage_full' && (code === 429 || (code !== undefined && code >= 500));
}

/** Returns the `Retry-After` that library-session.ts added to the error, in milliseconds. */
function retryAfterOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'retryAfterMs' in error ? Number(error.retryAfterMs) : 0;
}

function causeOf(error: unknown): string {
  const code = networkCodeOf(error);
  if (error instanceof NetworkFailure) return `It cannot be reached${code === '' ? '' : ` (${code})`}.`;
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of the error that caused a failed request, such as `ENOTFOUND`; '' if there is none. */
function networkCodeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return '';
}

/** Codes of Node's TLS for a certificate that does not prove the name of the library (OpenSSL's X509_V_ERR_…). */
const certificateCodes = /^(CERT_|ERR_TLS_CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/**
 * Returns the error for a certificate that is not accepted, because waiting can't change that; null for any other
 * error.
 */
function refuseCertificate(error: unknown, url: string): ImportError | null {
  const code = networkCodeOf(error);
  return error instanceof NetworkFailure && certificateCodes.test(code)
    ? new ImportError(
        `The certificate of ${url} is not accepted (${code}). Renew it on the web server. If a certificate authority of your own issued it, name its certificate: NODE_EXTRA_CA_CERTS=/path/ca.pem.`,
      )
    : null;
}
