import { expect, test } from 'vitest';
import { NetworkFailure } from '#app/features/session/library-problem.ts';
import { createPatience } from './patience.ts';

/** Returns the failure of a request, as `fetch` reports it. */
function failWith(code: string): NetworkFailure {
  return new NetworkFailure(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
}

function patienceWith(onWait: (reason: string) => void) {
  const url = 'https://library.test';
  return createPatience({ url, signal: new AbortController().signal, onWait, wait: async () => undefined });
}

test('a certificate that is not accepted ends an import at once, with a remedy', async () => {
  for (const code of [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]) {
    const waits: string[] = [];
    const call = patienceWith((reason) => waits.push(reason))(() => Promise.reject(failWith(code)));
    await expect(call).rejects.toThrow(`The certificate of https://library.test is not accepted (${code}).`);
    expect(waits).toEqual([]);
  }
});

test('an import waits for a library that cannot be reached, and names the reason', async () => {
  const waits: string[] = [];
  const errors: Error[] = [failWith('ENOTFOUND'), new NetworkFailure()];
  const patiently = patienceWith((reason) => waits.push(reason));
  const result = await patiently(async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'reached';
  });
  expect([result, waits]).toEqual(['reached', ['It cannot be reached (ENOTFOUND).', 'It cannot be reached.']]);
});
