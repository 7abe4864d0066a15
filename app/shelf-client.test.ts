import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { createShelfClient } from './shelf-client.ts';
import { retryNow } from '#app/features/layout/network-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a response that breaks off halfway is requested again, and never used as if it were complete', async () => {
  const faculties = [{ id: 'csit', name: 'BSc CSIT' }];
  const whole = JSON.stringify({ faculties });
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', whole.length);
    if (asked > 1) response.end(whole);
    else response.write(whole.slice(0, 20), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  // The addresses that a page requests are relative to its origin.
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${address}`, init));
  try {
    const answer = createShelfClient(() => undefined).listFaculties();
    await vi.waitFor(() => {
      retryNow();
      expect(asked).toBe(2);
    });
    expect(await answer).toEqual(faculties);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a list is fetched with the site that the page came with, or after the site if there is none', async () => {
  const site = { ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' } } as Site;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.split('?', 1)[0] ?? '');
    return Response.json(address === api.site() ? site : { total: 0, documents: [] });
  });
  const list = api.documents(site.ids, 'papers');
  await createShelfClient(() => site).listMaterials('paper', {});
  expect(asked.splice(0)).toEqual([list]);
  await createShelfClient(() => undefined).listMaterials('paper', {});
  expect(asked).toEqual([api.site(), list]);
});
