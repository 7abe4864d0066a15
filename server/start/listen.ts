import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Config } from '#server/config.ts';
import { listenWidely } from '#server/http/connections/listen-widely.ts';

/** Listens on the configured address. Throws an Error with a one-line message that names the wrong setting. */
export async function listen(server: Server, { host, port }: Config): ReturnType<typeof listenWidely> {
  try {
    return await listenWidely(server, { port, host });
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (error.code === 'EADDRINUSE')
      throw new Error(`setting PORT: ${port} on ${host} is already in use by another program`, { cause });
    throw explainListening(error, host, port);
  }
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const code = error.code ?? error.message;
  if (code === 'EACCES')
    return new Error(`setting PORT: this user may not listen on ${port}; ports below 1024 are reserved for root`, {
      cause: error,
    });
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
    return new Error(`setting HOST: ${host} is not an address of this machine (${code})`, { cause: error });
  return new Error(`settings HOST and PORT: cannot listen on ${host}:${port} (${code})`, { cause: error });
}

/** Returns `publicUrl` with the server's actual port: with PORT=0 the operating system chooses it. */
export function withPort(publicUrl: string, configured: number, port: number): string {
  if (configured !== 0) return publicUrl;
  const url = new URL(publicUrl);
  if (url.port === '0') url.port = String(port);
  return url.origin;
}

/** Stops listening and closes all connections: idle ones now, all others after their response or after two seconds. */
export async function closeListeners(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
  server.closeIdleConnections();
  // Requests in progress get a moment; a client that stopped reading must not keep the server open.
  setTimeout(() => server.closeAllConnections(), 2000).unref();
  await Promise.all(closed);
}
