/** Returns an address from a document if it is safe (http, https or mailto), else null. */
export function safeUrl(url: unknown): string | null {
  return typeof url === 'string' && /^(?:https?|mailto):/i.test(url) ? url : null;
}
