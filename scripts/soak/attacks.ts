import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { api } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import type { SoakLibrary } from './soak-server.ts';

/** The attacked server, and the addresses of its files and subjects. */
export type Target = { url: string; library: SoakLibrary };

/** Attacks a server until the process ends. Each attack uses its own loopback addresses for its clients. */
export type Attack = (target: Target) => void;

/** Delay before a closed connection is opened again. */
const reopenMs = 1000;

/**
 * Opens a connection, and opens it again whenever it closes. Calls `begin` with each new connection, whose timers end
 * with it.
 */
function keepOpen(
  { url }: Target,
  from: string,
  begin: (socket: Socket, host: string, every: (ms: number, run: () => void) => void) => void,
): void {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const timers: NodeJS.Timeout[] = [];
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const timer of timers) clearInterval(timer);
    setTimeout(() => keepOpen({ url } as Target, from, begin), reopenMs);
  });
  socket.on('connect', () => begin(socket, host, (ms, run) => void timers.push(setInterval(run, ms))));
}

const times = (count: number, run: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) run(index);
};

/** Returns a text frame of a client, masked (RFC 6455 section 5.3), for at most 65,535 bytes. */
function frame(opcode: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from(
    bytes.length < 126
      ? [0x80 | opcode, 0x80 | bytes.length]
      : [0x80 | opcode, 0x80 | 126, bytes.length >> 8, bytes.length & 255],
  );
  return Buffer.concat([head, mask, bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

const [text, pong] = [1, 10];

/** Opens 1,000 websockets from one address that send long subscriptions, read nothing, and send pongs. */
const websockets: Attack = (target) => {
  const channels = Array.from({ length: 900 }, (_, index) => `documents.${String(index).padStart(50, 'x')}`);
  const subscribe = JSON.stringify({ type: 'subscribe', data: [{ subscriptionId: 'a', channels }] });
  times(1000, () =>
    keepOpen(target, '127.0.3.1', (socket, host, every) => {
      const head = [
        `GET ${api.realtime()}?project=${ids.projectId} HTTP/1.1`,
        `host: ${host}`,
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.once('data', () => {
        socket.pause();
        times(17, () => socket.write(frame(text, subscribe)));
        every(5000, () => socket.write(frame(pong, '')));
      });
    }),
  );
};

/** Opens 256 connections each from eight addresses, which send one byte of a form in 25 s. */
const drippingBodies: Attack = (target) =>
  times(8 * 256, (index) =>
    keepOpen(target, `127.0.4.${1 + (index % 8)}`, (socket, host, every) => {
      const type = 'content-type: application/x-www-form-urlencoded';
      socket.write(`POST ${api.harvest()} HTTP/1.1\r\nhost: ${host}\r\n${type}\r\ncontent-length: 8000\r\n\r\nv`);
      every(25_000, () => socket.write('e'));
    }),
  );

/**
 * Opens 1,024 connections each from four addresses, which request a large file, read nothing, and send the next request
 * byte by byte.
 */
const deafReaders: Attack = (target) =>
  times(4 * 1024, (index) =>
    keepOpen(target, `127.0.5.${1 + (index % 4)}`, (socket, host, every) => {
      const path = `${api.fileView(ids, target.library.fileIds.at(-1) ?? '')}?project=${ids.projectId}`;
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      every(3000, () => socket.write('G'));
    }),
  );

/** Downloads 100 archives from one address without reading them, resumes others, and requests long lists. */
const pools: Attack = (target) => {
  const archive = target.library.archivePaths[0] ?? '';
  // Without the tag of the archive nothing is resumed.
  void fetch(target.url + archive, { method: 'HEAD' }).then(({ headers }) =>
    times(140, (index) =>
      keepOpen(target, '127.0.6.1', (socket, host) => {
        socket.pause();
        const range = index < 100 ? '' : `range: bytes=100000-\r\nif-range: ${headers.get('etag')}\r\n`;
        socket.write(`GET ${archive} HTTP/1.1\r\nhost: ${host}\r\n${range}\r\n`);
      }),
    ),
  );
  const search = encodeURIComponent(JSON.stringify({ method: 'contains', attribute: 'title', values: ['er'] }));
  times(10, (index) =>
    keepOpen(target, '127.0.6.1', (socket, host) => {
      let count = 0;
      const next = () => {
        count += 1;
        const path = `${api.documents(ids, 'papers')}?project=${ids.projectId}&queries[]=${search}&search=${index}-${count}`;
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      };
      socket.on('data', next);
      next();
    }),
  );
  times(45, (index) =>
    keepOpen(target, `127.0.6.${2 + (index % 3)}`, (socket, host) => {
      const body = JSON.stringify({ email: `member${index % 3}@library.test`, password: 'not the right one' });
      const head = `host: ${host}\r\nx-appwrite-project: ${ids.projectId}\r\ncontent-type: application/json`;
      const next = () =>
        socket.write(
          `POST ${api.accountSessions()}/email HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      socket.on('data', next);
      next();
    }),
  );
};

export const attacks: Readonly<Record<string, Attack>> = {
  websockets,
  'dripping bodies': drippingBodies,
  'deaf readers': deafReaders,
  pools,
};
