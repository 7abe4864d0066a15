import { expect, test } from 'vitest';
import { pino } from 'pino';
import { openTestServer } from '#test/support/server.ts';

async function warningsOf(settings: Record<string, string>, headers: Record<string, string>): Promise<string[]> {
  const warnings: string[] = [];
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level === 40 && msg.includes('TRUSTED_PROXIES')) warnings.push(msg);
  };
  await using server = await openTestServer({ settings, log: pino({}, { write }) });
  for (let asked = 0; asked < 3; asked += 1) await fetch(`${server.url}/healthz`, { headers });
  return warnings;
}

test('a proxy that is not trusted is logged once, with the setting to change', async () => {
  const [warning, ...more] = await warningsOf({}, { 'x-forwarded-for': '203.0.113.9' });
  expect(warning).toContain('set TRUSTED_PROXIES=127.0.0.1');
  expect(more).toEqual([]);
});

test('nothing is logged for a trusted proxy, or without one', async () => {
  expect(await warningsOf({ TRUSTED_PROXIES: '127.0.0.1' }, { 'x-forwarded-for': '203.0.113.9' })).toEqual([]);
  expect(await warningsOf({}, {})).toEqual([]);
});
