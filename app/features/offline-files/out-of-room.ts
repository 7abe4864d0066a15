/**
 * True if something could not be stored because there is no space. Browsers abort the transaction, mostly with
 * `QuotaExceededError`, some without a reason.
 */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name);
}
