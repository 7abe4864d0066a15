import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { freePort, isInstalled, openShippedNginxOfNodes } from '#test/support/web-server.ts';

/** Runs the shipped configuration of nginx in front of three nodes where nginx is installed. */
describe.skipIf(!isInstalled('nginx'))('three nodes behind nginx', () => {
  test('while all nodes refuse some requests, the others still reach the nodes', async () => {
    await using nodes = await openNodes((request) => (request.url === '/file' ? 503 : 200));
    for (let count = 0; count < 12; count += 1) expect((await fetch(`${nodes.url}/file`)).status).toBe(503);
    for (let count = 0; count < 6; count += 1) expect((await fetch(nodes.url)).status).toBe(200);
  });

  test('the log folder has nothing about visitors, even when no node responds', async () => {
    await using nodes = await openNodes(() => null);
    const headers = { referer: 'https://referrer.example/', 'user-agent': 'BrowserOfAVisitor' };
    expect((await fetch(`${nodes.url}/search?q=zirconium`, { headers })).status).toBe(502);
    const logs = await nodes.readLogs();
    for (const trace of ['zirconium', 'referrer.example', 'BrowserOfAVisitor', 'client:'])
      expect(logs).not.toContain(trace);
  });

  test('if one node breaks off a read-only request, another node handles it', async () => {
    await using nodes = await openNodes((_request, index) => (index === 0 ? null : 200));
    for (let count = 0; count < 6; count += 1) expect((await fetch(nodes.url)).status).toBe(200);
  });

  test('a change that may have been carried out is not sent to another node', async () => {
    // Breaks off after it has the whole request, as a node that is killed. PUT and DELETE may be carried out twice; purging
    // has no body.
    for (const [method, body] of [
      ['POST', 'text'],
      ['PATCH', 'text'],
      ['POST', null],
    ] as const) {
      await using nodes = await openNodes(() => null);
      expect((await fetch(`${nodes.url}/${method}`, { method, body })).status).toBe(502);
      expect(nodes.received).toEqual([`/${method}`]);
    }
  });
});

/** Three servers that answer with a status, or break off (null), and remember what they received. */
async function openNodes(answer: (request: http.IncomingMessage, index: number) => number | null) {
  const received: string[] = [];
  const servers = [0, 1, 2].map((index) =>
    http.createServer(async (request, response) => {
      await text(request);
      received.push(request.url ?? '');
      const status = answer(request, index);
      if (status === null) request.socket.destroy();
      else response.writeHead(status).end();
    }),
  );
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [first = '', second = '', third = ''] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const port = await freePort();
  const front = await openShippedNginxOfNodes({ port, nodes: [first, second, third] });
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    readLogs: front.readLogs,
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}
