import { Agent, request } from 'node:http';

/** One request of the soak. */
export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The loopback address that it comes from: to the server, each is another visitor. */
  from?: string;
};

/** What became of one: a status, `hung` without one in time, or `cut` off. */
export type Outcome = { status: number | 'hung' | 'cut'; ms: number };

/** Longer than any promise; who waits so long for an answer has none. */
const hungMs = 30_000;

/** Makes the way to send requests to a server; connections are kept and shared as browsers do. */
export function createSender(url: string): {
  send(sent: Sent, scheduledAt?: number): Promise<Outcome & { body: Buffer; cookies: string[] }>;
  close(): void;
} {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: hungMs });
  return {
    send: ({ method = 'GET', path, headers = {}, body, from }, scheduledAt = performance.now()) =>
      new Promise((resolve) => {
        let isDone = false;
        const chunks: Buffer[] = [];
        const finish = (status: Outcome['status'], cookies: string[] = []) => {
          if (isDone) return;
          isDone = true;
          clearTimeout(timer);
          resolve({ status, ms: performance.now() - scheduledAt, body: Buffer.concat(chunks), cookies });
        };
        const asked = request({
          hostname,
          port,
          agent,
          method,
          path,
          ...(from ? { localAddress: from } : {}),
          headers: {
            'accept-encoding': 'br',
            'x-appwrite-project': 'examshelf',
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        });
        const timer = setTimeout(() => {
          finish('hung');
          asked.destroy();
        }, hungMs);
        asked.on('response', (answer) => {
          answer.on('data', (chunk: Buffer) => method === 'GET' || chunks.push(chunk));
          answer.on('end', () => finish(answer.statusCode ?? 'cut', answer.headers['set-cookie'] ?? []));
          answer.on('error', () => finish('cut'));
        });
        asked.on('error', () => finish('cut'));
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}
