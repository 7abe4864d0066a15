import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Maximum number of concurrent connections; one Prometheus needs one. */
const maxConnections = 8;

/** The loopback address and its name, with any port. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Serves `GET /metrics` on a separate port, only on the loopback address. Must be closed. Rejects with a one-line
 * message that names the setting if the port is in use.
 */
export async function openMetricsServer(parts: {
  port: number;
  metrics: Metrics;
  log: Logger;
}): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    // A page of another site could point its own name at this address and read the metrics (DNS rebinding).
    if (!loopbackHost.test(request.headers.host ?? '')) {
      response
        .writeHead(421, { 'content-type': 'text/plain' })
        .end('Metrics are at http://127.0.0.1, with this port.\n');
      return;
    }
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    parts.metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        parts.log.error({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(`setting METRICS_PORT: cannot listen on 127.0.0.1:${parts.port} (${error.code ?? error.message})`),
      ),
    );
    server.listen(parts.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
