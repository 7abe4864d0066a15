/** Returns an address in a document if it is safe: http, https or mailto. Else null. */
export function safeUrl(url: unknown): string | null {
  return typeof url === 'string' && /^(?:https?|mailto):/i.test(url) ? url : null;
}
