/** The connection broke: the result of the request is unknown. */
export class Broken extends Error {}

/** Statuses without a promise: the server sheds load, or is about to end. */
const unpromised = new Set([429, 503]);

export type Connection = { url: string; headers: Readonly<Record<string, string>> };

export type SendRequest = (
  method: string,
  address: string,
  body?: object,
  options?: { expected?: readonly number[]; headers?: Record<string, string> },
) => Promise<Response>;

/**
 * Sends requests over a connection. Throws `Broken` when no response arrived, and an Error for one that is neither
 * successful nor among the `expected` statuses. `onRequest` is called before each request.
 */
export function createRequests({ url, headers, onRequest }: Connection & { onRequest(): void }): SendRequest {
  return async (method, address, body, options = {}) => {
    onRequest();
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}${address}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }), ...options.headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }).catch(broken);
    if (unpromised.has(answer.status)) return broken();
    if (answer.ok || options.expected?.includes(answer.status)) return answer;
    throw new Error(`${method} ${address}: ${answer.status} ${await answer.text().catch(broken)}`);
  };
}

/** Throws for responses whose body breaks off. */
export function broken(): never {
  throw new Broken();
}
