/**
 * Whether something could not be stored because there is no room. Browsers abort the transaction, mostly with
 * `QuotaExceededError`, some without saying why.
 */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name);
}
