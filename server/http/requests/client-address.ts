import { BlockList, isIP } from 'node:net';
import type { ContractContext } from './request-context.ts';

/**
 * Returns a function that finds a client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it:
 * read from the right, trusted addresses are skipped, and the first other one is the client's. '' if there is no
 * socket. Throws an Error at start for a proxy that is neither an address nor a network such as 10.0.0.0/8.
 */
export function createAddressReader(trustedProxies: readonly string[]): (c: ContractContext) => string {
  const read = createForwardedReader(trustedProxies);
  return (c) => read(c.env?.incoming?.socket.remoteAddress ?? '', c.req.header('x-forwarded-for'));
}

/**
 * Returns a function like `createAddressReader`, from the address of the socket and the header, for requests that do not
 * go through Hono.
 */
export function createForwardedReader(
  trustedProxies: readonly string[],
): (peer: string, forwardedFor: string | undefined) => string {
  const isTrusted = createTrust(trustedProxies);
  return (peer, forwardedFor) => {
    let address = plainAddress(peer);
    const forwarded = forwardedFor?.split(',').map((each) => plainAddress(each.trim())) ?? [];
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/**
 * Returns a function that returns true if the client used https, according to the `X-Forwarded-Proto` of a trusted
 * proxy.
 */
export function createSchemeReader(trustedProxies: readonly string[]): (c: ContractContext) => boolean {
  const isTrusted = createTrust(trustedProxies);
  // Of several proxies, the last one wrote the last entry, and only that one is known to be trusted.
  return (c) => isTrusted(peerOf(c)) && /(?:^|,)\s*https\s*$/i.test(c.req.header('x-forwarded-proto') ?? '');
}

function peerOf(c: ContractContext): string {
  return plainAddress(c.env?.incoming?.socket.remoteAddress ?? '');
}

/** Returns a function that is true for addresses of trusted proxies. Throws like `createAddressReader`. */
export function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) addProxy(trusted, proxy);
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function addProxy(list: BlockList, proxy: string): void {
  const [network = '', length] = proxy.split('/');
  const family = isIP(network);
  const bits = length === undefined ? null : Number(length);
  const isWhole = bits === null || (/^\d{1,3}$/.test(length ?? '') && bits <= (family === 6 ? 128 : 32));
  if (family === 0 || !isWhole)
    throw new Error('setting TRUSTED_PROXIES: must be addresses such as 127.0.0.1 or networks such as 10.0.0.0/8');
  const name = family === 6 ? 'ipv6' : 'ipv4';
  if (bits === null) list.addAddress(network, name);
  else list.addSubnet(network, bits, name);
}

/** Normalizes an address: IPv4 from an IPv6 socket becomes IPv4; brackets, zones and ports of IPv4 are removed. */
export function plainAddress(address: string): string {
  const bare = address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare;
}

/**
 * Returns the key by which limits of one address are counted: an IPv4 address, or the /64 network of an IPv6 connection
 * (RFC 6177), written `2001:db8:0:1::/64`. A client that has such a network can use any address in it.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const after = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  // An IPv4 address at the end takes the place of two groups.
  const length = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const whole = [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - length) }, () => '0'), ...after];
  const network = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/**
 * Returns the key by which shares of common resources are counted, and by which queues are fair: an IPv4 address, or
 * the /48 network of an IPv6 address. One customer may have a whole /48 (RFC 6177) and would get 65,536 shares if
 * shares were counted by /64.
 */
export function siteOf(address: string): string {
  return isIP(address) === 6 ? shortenAddress(address) : address;
}

/**
 * Shortens an address so that it does not identify a person: to the first 24 bits of IPv4, or 48 of IPv6. Returns ''
 * for anything that is not an address.
 */
export function shortenAddress(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIP(address) === 6 ? `${networkOf(address).split(':').slice(0, 3).join(':')}::/48` : '';
}
