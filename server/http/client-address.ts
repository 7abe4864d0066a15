import { BlockList, isIP } from 'node:net';
import type { ContractContext } from './request-context.ts';

/**
 * Makes the reader of a client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it: from the
 * right, each trusted address is left behind and the first other one is the client. '' when there is no socket.
 * Throws an Error at start for a proxy that is neither an address nor a network such as 10.0.0.0/8.
 */
export function createAddressReader(trustedProxies: readonly string[]): (c: ContractContext) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) addProxy(trusted, proxy);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (c) => {
    let address = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '');
    const forwarded =
      c.req
        .header('x-forwarded-for')
        ?.split(',')
        .map((each) => plainAddress(each.trim())) ?? [];
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
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

/** IPv4 that came through an IPv6 socket is written as IPv4; brackets, zones and ports of IPv4 go. */
function plainAddress(address: string): string {
  const bare = address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare;
}
