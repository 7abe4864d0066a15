import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAddressReader, networkOf, shortenAddress, siteOf } from './client-address.ts';
import type { ContractEnv } from './request-context.ts';

async function addressOf(remoteAddress: string, forwarded: string | null, trusted: string[]): Promise<string> {
  const readAddress = createAddressReader(trusted);
  const app = new Hono<ContractEnv>().get('/', (c) => c.text(readAddress(c)));
  const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return answer.text();
}

test('without trusted proxies, no header changes the address of a client', async () => {
  expect(await addressOf('203.0.113.9', '198.51.100.1', [])).toBe('203.0.113.9');
});

test('a trusted proxy is trusted only for the entries it wrote itself', async () => {
  expect(await addressOf('127.0.0.1', '198.51.100.1', ['127.0.0.1'])).toBe('198.51.100.1');
  expect(await addressOf('127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3', ['127.0.0.1', '10.0.0.0/8'])).toBe(
    '198.51.100.1',
  );
  expect(await addressOf('127.0.0.1', null, ['127.0.0.1'])).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.1', 'unknown', ['127.0.0.1'])).toBe('127.0.0.1');
});

test('an IPv4 address written as IPv6 counts as IPv4, and IPv6 networks are parsed', async () => {
  expect(await addressOf('::ffff:127.0.0.1', '[2001:db8::1]:4711', ['127.0.0.1'])).toBe('2001:db8::1');
  expect(await addressOf('fd00::5', '198.51.100.1:80', ['fd00::/8'])).toBe('198.51.100.1');
});

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '::/129'])('a proxy such as %s prevents the start', (proxy) => {
  expect(() => createAddressReader([proxy])).toThrow('setting TRUSTED_PROXIES');
});

test('an IPv6 address counts by its first 64 bits in any notation, and any other address is used unchanged', () => {
  for (const address of ['2001:db8::1', '2001:DB8:0:0:ffff::', '2001:0db8::192.0.2.1'])
    expect(networkOf(address)).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
  expect([networkOf('192.0.2.1'), networkOf('')]).toEqual(['192.0.2.1', '']);
});

test('a shortened address identifies a network but no person in it', () => {
  expect(shortenAddress('192.0.2.77')).toBe('192.0.2.0/24');
  expect(shortenAddress('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  expect(shortenAddress('unix socket')).toBe('');
});

test('queues group IPv6 addresses by their first 48 bits, and use any other address unchanged', () => {
  for (const address of ['2001:db8:1:2::1', '2001:DB8:0001:ffff::']) expect(siteOf(address)).toBe('2001:db8:1::/48');
  expect([siteOf('192.0.2.1'), siteOf('')]).toEqual(['192.0.2.1', '']);
});
