import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAddressReader, networkOf } from './client-address.ts';
import type { ContractEnv } from './request-context.ts';

async function addressOf(remoteAddress: string, forwarded: string | null, trusted: string[]): Promise<string> {
  const readAddress = createAddressReader(trusted);
  const app = new Hono<ContractEnv>().get('/', (c) => c.text(readAddress(c)));
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return answer.text();
}

test('without trusted proxies nobody can say where he comes from', async () => {
  expect(await addressOf('203.0.113.9', '198.51.100.1', [])).toBe('203.0.113.9');
});

test('a trusted proxy is believed, and only as far as it wrote itself', async () => {
  expect(await addressOf('127.0.0.1', '198.51.100.1', ['127.0.0.1'])).toBe('198.51.100.1');
  expect(await addressOf('127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3', ['127.0.0.1', '10.0.0.0/8'])).toBe(
    '198.51.100.1',
  );
  expect(await addressOf('127.0.0.1', null, ['127.0.0.1'])).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.1', 'unknown', ['127.0.0.1'])).toBe('127.0.0.1');
});

test('IPv4 in IPv6 is IPv4, and IPv6 networks are understood', async () => {
  expect(await addressOf('::ffff:127.0.0.1', '[2001:db8::1]:4711', ['127.0.0.1'])).toBe('2001:db8::1');
  expect(await addressOf('fd00::5', '198.51.100.1:80', ['fd00::/8'])).toBe('198.51.100.1');
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '::/129'])('a proxy such as %s stops the start', (proxy) => {
  expect(() => createAddressReader([proxy])).toThrow('setting TRUSTED_PROXIES');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
