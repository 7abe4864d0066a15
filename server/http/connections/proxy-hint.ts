import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from '#server/http/requests/client-address.ts';

/** Addresses that an operator's proxy may have and other clients don't: RFC 1918, 4193, loopback and link-local. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6');

/**
 * Warns once, at the first request through a proxy that TRUSTED_PROXIES does not name, that all visitors count as one
 * address. The message names the setting to change.
 */
export function createProxyHint(parts: {
  isTrusted: (address: string) => boolean;
  warn: (message: string) => void;
}): (request: IncomingMessage) => void {
  let isLogged = false;
  return (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return;
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    const family = isIP(peer);
    if (family === 0 || parts.isTrusted(peer) || !ownNetworks.check(peer, family === 6 ? 'ipv6' : 'ipv4')) return;
    isLogged = true;
    parts.warn(
      `requests come through a web server at ${peer} that is not trusted, so all visitors count as one address and share its limits; if it is yours, set TRUSTED_PROXIES=${peer}`,
    );
  };
}
