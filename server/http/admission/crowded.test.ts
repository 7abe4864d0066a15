import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { api } from '#contract/addresses.ts';
import { currentClient } from '#server/machinery/queues/caller.ts';
import { ids } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { renderingLimits } from '#server/http/pages/pages.ts';

/** The whole server under too many requests. */

test('when a client requests a thousand pages and disconnects, they are not rendered, and other clients get theirs', async () => {
  const gate = Promise.withResolvers<void>();
  let renderings = 0;
  await using server = await openTestServer({
    renderer: {
      async fetch() {
        renderings += 1;
        await gate.promise;
        return new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } });
      },
    },
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const requests = Array.from(
    { length: 1000 },
    (_, index) => `GET /books?q=${index} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(requests.join(''), () => resolve()));
  for (let asked = 0; asked < 5; asked += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(renderings).toBe(renderingLimits.maxRunning);
  const answers = Promise.all(
    Array.from({ length: 5 }, async () => (await fetch(`${server.url}/books?pipe=1`)).text()),
  );
  socket.resetAndDestroy();
  await once(socket, 'close');
  gate.resolve();
  expect(new Set(await answers).size).toBe(1);
  // At most the four of the connection, and one for the five that requested the same page.
  expect(renderings).toBeLessThanOrEqual(5);
});

test('the networks of one IPv6 site take one turn together at rendering pages and reading the database', async () => {
  let rendered: string[] = [];
  let gate = Promise.withResolvers<void>();
  await using server = await openTestServer({
    settings: { TRUSTED_PROXIES: '127.0.0.1' },
    renderer: {
      async fetch({ url }) {
        rendered.push(new URL(url).searchParams.get('q')?.split(' ')[1] ?? '');
        await gate.promise;
        return new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } });
      },
    },
  });
  let round = 0;
  const requestAll = async () => {
    [rendered, gate, round] = [[], Promise.withResolvers<void>(), round + 1];
    const statuses: Promise<number>[] = [];
    const ask = async (name: string, from: string) => {
      const address = `${server.url}/books?q=${round}%20${name}`;
      statuses.push(fetch(address, { headers: { 'x-forwarded-for': from } }).then(({ status }) => status));
      // The server receives it before the next one.
      await fetch(`${server.url}/healthz`);
    };
    for (let index = 0; index < 6; index += 1) await ask(`site${index}`, `2001:db8:1:${index}::1`);
    await ask('visitor', '192.0.2.1');
    gate.resolve();
    // On a busy machine one may have waited too long; then everything is tried again.
    return (await Promise.all(statuses)).every((status) => status === 200) ? rendered : null;
  };
  await expect.poll(requestAll).toEqual(['site0', 'site1', 'site2', 'visitor', 'site3', 'site4', 'site5']);
  const readers: string[] = [];
  const { materials } = server.services;
  const list = materials.list.bind(materials);
  vi.spyOn(materials, 'list').mockImplementation(async (...given) => {
    readers.push(currentClient());
    return list(...given);
  });
  const headers = { 'x-forwarded-for': '2001:db8:1:2::3', 'x-appwrite-project': ids.projectId };
  expect((await fetch(server.url + api.documents(ids, 'papers'), { headers })).status).toBe(200);
  expect(readers).toEqual(['2001:db8:1::/48']);
});
