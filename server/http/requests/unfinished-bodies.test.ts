import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { contractBase } from '#contract/addresses.ts';
import { listRoutes } from '#contract/routes/routes.ts';
import { admissionLimits } from '#server/http/admission/admission.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

/** Every route that accepts a body, with a request that sends only one byte of its body. */
const routes = listRoutes()
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${contractBase}${path.replaceAll(/:\w+/g, 'x')}`);

/** Counts the requests of which the server has seen the head. */
function countRequests() {
  let count = 0;
  const note = () => {
    count += 1;
  };
  subscribe('http.server.request.start', note);
  return {
    reached: async (least: number): Promise<void> => {
      await expect.poll(() => count).toBeGreaterThanOrEqual(least);
    },
    [Symbol.dispose]: () => void unsubscribe('http.server.request.start', note),
  };
}

test('requests with slow bodies do not delay pages, lists and signing in of the same address, on any route', async () => {
  await using server = await openTestServer();
  using counted = countRequests();
  const { port } = new URL(server.url);
  const many = admissionLimits.ofAddress + 50;
  const sockets: Socket[] = Array.from({ length: many }, (_, index) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    const head = 'host: localhost\r\nx-appwrite-project: examshelf\r\ncontent-length: 100';
    socket.write(`${routes[index % routes.length]} HTTP/1.1\r\n${head}\r\n\r\n{`);
    return socket;
  });
  await counted.reached(many);
  const headers = { 'x-appwrite-project': 'examshelf', 'content-type': 'application/json' };
  const documents = `${server.url}/v1/databases/library/collections/papers/documents`;
  expect((await fetch(`${server.url}/about`)).status).toBe(200);
  expect((await fetch(documents, { headers })).status).toBe(200);
  const signIn = { method: 'POST', headers, body: JSON.stringify(administrator) };
  expect((await fetch(`${server.url}/v1/account/sessions/email`, signIn)).status).toBe(201);
  for (const socket of sockets) socket.destroy();
});
