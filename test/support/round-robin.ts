import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain proxy in front of several servers. */
export type RoundRobin = AsyncDisposable & {
  url: string;
  /** Port of the server that handled each request, in order. */
  answeredBy: string[];
};

/** Opens the proxy. It calls `backends` for each request, so that servers may be added and removed. */
export async function openRoundRobin(backends: () => readonly string[]): Promise<RoundRobin> {
  const answeredBy: string[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    const urls = backends();
    const url = urls[(next += 1) % urls.length] ?? '';
    pass(url, request, response, () => answeredBy.push(new URL(url).port));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answeredBy,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Passes a request on unchanged, with body and response as streams; responds with 502 if the server can't be reached.
 */
function pass(url: string, request: IncomingMessage, response: ServerResponse, onAnswer: () => void): void {
  const { method, headers, url: path } = request;
  const passed = ask(`${url}${path}`, { method, headers, agent: false }, (answer) => {
    onAnswer();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(passed);
}
