import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { callAs } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { createBodyReceiver } from './receive-body.ts';
import { createContractRoutes } from '#server/http/contract-routes.ts';
import { openSharedAnswers } from '#test/support/shared-answers.ts';
import { readCookieSecret, createKnownSessions } from './session-cookie.ts';

test('only the session of an administrator who has just signed in is known', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const config = readConfig({ PORT: '0', DATA_DIR: server.dataDir });
  const administrators = createKnownSessions();
  const log = pino({ level: 'silent' });
  const routes = createContractRoutes({
    services: server.services,
    shared: openSharedAnswers(server.services),
    config,
    administrators,
    log,
  });
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const receiveBody = createBodyReceiver({ senderOf: () => 'stranger' });
  const listener = createServer((request, response) => receiveBody(request, () => void answer(request, response)));
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const reader = { email: 'reader@library.test', password: 'another good password' };
  await server.services.accounts.signUp({ ...reader, id: 'reader', name: 'A reader' });
  const signIn = async ({ email, password }: typeof reader) => {
    const caller = callAs(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    const { status, headers } = await caller.call('POST', '/account/sessions/email', { json: { email, password } });
    expect(status).toBe(201);
    return readCookieSecret(headers.getSetCookie()[0]?.split(';')[0], config);
  };
  expect(administrators.has(await signIn(administrator))).toBe(true);
  expect(administrators.has(await signIn(reader))).toBe(false);
  listener.close();
});

test('a session counts as known for ten minutes after it was last found valid', () => {
  let now = 0;
  const known = createKnownSessions(() => now);
  known.remember('secret');
  now = 10 * 60 * 1000 - 1;
  expect([known.has('secret'), known.has('other'), known.has(null)]).toEqual([true, false, false]);
  now += 1;
  expect(known.has('secret')).toBe(false);
});
