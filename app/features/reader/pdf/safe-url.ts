/** The address a document leads to, when it is one that can do no harm: http, https or mailto. Else null. */
export function safeUrl(url: unknown): string | null {
  return typeof url === 'string' && /^(?:https?|mailto):/i.test(url) ? url : null;
}
