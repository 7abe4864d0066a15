import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, contractBase, licences, pages, robotAddresses } from '#contract/addresses.ts';
import { admissionLimits } from '#server/http/admission/admission.ts';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids } from '#test/support/library.ts';
import { listRouteRequests, type RouteRequest } from '#test/support/route-requests.ts';
import { administrator } from '#test/support/server.ts';
import { noteData, notes, openThreeCallers } from '#test/support/three-callers.ts';
import { connectionLimits } from './connection-limits.ts';

/** Tests clients that do not read the responses they request: on every route and page, many at once. */

const [crowd, stranger] = ['127.0.0.5', '127.0.0.6'];
/** A file that is sent in several pieces. */
const large = makePdf([['Large']], { padBytes: 2 * 1024 * 1024 });
/**
 * Maximum number of unread bytes: more than any response that is written in one piece (the largest is
 * `/v1/openapi.json`), and than a piece of a file.
 */
const mostUnread = 512 * 1024;

// The server checks its connections only when the test advances the timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

type Exchange = { name: string; ours: Socket; response: ServerResponse };

/**
 * Number of simultaneous requests, fewer than are ever refused after waiting too long (load/work-queue.ts), however
 * slow the machine is.
 */
const atOnce = 12;

/**
 * Opens connections whose clients read nothing. The server's side of the connections accepts nothing either, as if the
 * system's buffers, whose sizes differ, were full.
 */
function openDeafClients(url: string) {
  const exchanges: Exchange[] = [];
  const peers: Socket[] = [];
  /** For each connection that will be accepted, a function called when the server writes to it or closes it. */
  const responded: (() => void)[] = [];
  const noteSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const note = socket.remoteAddress === crowd && responded.shift();
    // As the system behaves while the client's window and its own buffers are full.
    if (note) Object.assign(socket, { _write: note, _writev: note }).once('close', note);
  };
  const noteRequest = (message: unknown) => {
    const { request: incoming, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { socket: ours, method, url: address } = incoming;
    if (ours.remoteAddress === crowd) exchanges.push({ name: `${method} ${address}`, ours, response });
  };
  subscribe('net.server.socket', noteSocket);
  subscribe('http.server.request.start', noteRequest);

  const send = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      responded.push(resolve);
      const peer = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: crowd });
      peer
        .on('error', () => undefined)
        .pause()
        .write(bytes);
      peers.push(peer);
    });
  return {
    exchanges,
    /** Sends each request on a separate connection, and waits until the server has responded to all. */
    async send(requests: readonly Buffer[]): Promise<void> {
      for (let index = 0; index < requests.length; index += atOnce)
        await Promise.all(requests.slice(index, index + atOnce).map(send));
    },
    stuck: () => exchanges.filter(({ ours }) => !ours.destroyed && ours.writableLength > 0),
    [Symbol.dispose]() {
      unsubscribe('net.server.socket', noteSocket);
      unsubscribe('http.server.request.start', noteRequest);
      for (const peer of peers) peer.destroy();
    },
  };
}

/** Returns the bytes of a request below `/v1`, optionally with a session cookie. */
async function writeRequest({ method, path, options: { json, body } }: RouteRequest, cookie: string): Promise<Buffer> {
  const content = body ?? (json === undefined ? undefined : JSON.stringify(json));
  const sent = new Request(`http://localhost${contractBase}${path}`, {
    method,
    ...(content !== undefined && { body: content }),
  });
  const bytes = Buffer.from(await sent.arrayBuffer());
  const head = [
    `${method} ${contractBase}${path} HTTP/1.1`,
    'host: localhost',
    `x-appwrite-project: ${ids.projectId}`,
    ...(cookie ? [`cookie: ${cookie}`] : []),
    `content-type: ${json === undefined ? sent.headers.get('content-type') : 'application/json'}`,
    `content-length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

const get = (path: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-appwrite-project: ${ids.projectId}\r\n\r\n`);

const pagePaths = [
  ...Object.values(pages).map((page: (...parts: string[]) => string) => page('csit', '1', 'physics')),
  robotAddresses.rules,
  robotAddresses.siteMap,
  licences,
  '/manifest.webmanifest',
  '/sw.js',
  '/healthz',
  '/readyz',
];

/** Returns the status of a request from an address, over a separate connection. */
async function ask(url: string, from: string, path: string, json?: object): Promise<number> {
  const headers = { 'x-appwrite-project': ids.projectId, 'content-type': 'application/json' };
  const asked = request(url + path, { localAddress: from, agent: false, headers, method: json ? 'POST' : 'GET' });
  asked.end(json && JSON.stringify(json));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

test('clients that read no response, on any route, use little memory, delay no other client and are disconnected', async () => {
  await using library = await openThreeCallers({ connections: { ...connectionLimits, idleMs: 1 } });
  await uploadSmallFile(library.admin, { id: 'large', name: 'large.pdf', content: new Uint8Array(large) });
  const downloadUrl = api.filePreview(ids, 'large');
  await library.admin.call('POST', notes, { json: { documentId: 'n4', data: { ...noteData, downloadUrl } } });
  const cookies = { administrator: library.admin.cookie, 'signed-in': library.student.cookie, guest: '', anyone: '' };
  const routes = await Promise.all(
    listRouteRequests().map((each) => {
      const path = each.method === 'GET' ? each.path.replace('/files/f1', '/files/large') : each.path;
      return writeRequest({ ...each, path }, cookies[each.route.who]);
    }),
  );

  using deaf = openDeafClients(library.url);
  // More than may be worked on for one address at a time, if they still counted.
  const many = Array.from({ length: admissionLimits.ofAddress }, () => get(api.account()));
  await deaf.send([...routes, ...pagePaths.map(get), ...many]);
  expect(deaf.stuck().length).toBeGreaterThan(admissionLimits.ofAddress);
  expect(
    deaf
      .stuck()
      .filter(({ ours }) => ours.writableLength > mostUnread)
      .map(({ name }) => name),
  ).toEqual([]);

  const visit = async (from: string) => [
    await ask(library.url, from, `${pages.about()}?from=${from}`),
    await ask(library.url, from, api.documents(ids, 'notes')),
    await ask(library.url, from, api.fileView(ids, 'large')),
    await ask(
      library.url,
      from,
      api.subjectArchive({ facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'note' }),
    ),
    await ask(library.url, from, `${api.accountSessions()}/email`, administrator),
  ];
  expect([await visit(stranger), await visit(crowd)]).toEqual([
    [200, 200, 200, 200, 201],
    [200, 200, 200, 200, 201],
  ]);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1000);
      return deaf.exchanges.filter(({ ours }) => !ours.destroyed).map(({ name }) => name);
    })
    .toEqual([]);
  expect(await visit(crowd)).toEqual([200, 200, 200, 200, 201]);
});
