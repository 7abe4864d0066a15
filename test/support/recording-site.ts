import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens a web server on this machine that records the path of every request and responds with nothing. */
export async function openRecordingSite() {
  const requests: string[] = [];
  const site = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    requests,
    [Symbol.dispose]: () => void site.close(),
  };
}
