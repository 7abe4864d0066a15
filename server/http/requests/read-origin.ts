import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/config.ts';
import { plainAddress } from './client-address.ts';

/**
 * Headers of which a proxy adds at least one. The local address is then the target of the proxy's connection, not of
 * the client's request.
 */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'];

/** The parts of a request that its origin depends on. A request that a test sends without a socket has none. */
type Reached = Pick<IncomingMessage, 'headers' | 'url'> & {
  socket: Pick<IncomingMessage['socket'], 'localAddress' | 'localPort'>;
};

export type ReadOrigin = (request: Reached | undefined) => string;

/**
 * Returns a function that finds the origin of links in the response to a request: PUBLIC_URL. If that is a guess, the
 * origin is the address in the request's Host header, but only if the connection was really made to that address. It
 * never repeats any other Host, so that no client can put foreign addresses into responses.
 */
export function createOriginReader({
  publicUrl,
  isPublicUrlGuessed,
}: Pick<Config, 'publicUrl' | 'isPublicUrlGuessed'>): ReadOrigin {
  if (!isPublicUrlGuessed) return () => publicUrl;
  return (request) => (request && readLocalOrigin(request)) ?? publicUrl;
}

function readLocalOrigin({ headers, socket, url = '' }: Reached): string | null {
  const { localAddress, localPort } = socket;
  if (headers.host === undefined || localAddress === undefined || !url.startsWith('/')) return null;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return null;
  const address = plainAddress(localAddress);
  const names = [address.includes(':') ? `[${address}]` : address];
  if (address === '::1' || address.startsWith('127.')) names.push('localhost');
  const requested = `http://${headers.host}`;
  if (!URL.canParse(requested)) return null;
  const { origin } = new URL(requested);
  return names.some((name) => origin === new URL(`http://${name}:${localPort}`).origin) ? origin : null;
}
