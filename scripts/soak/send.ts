import { connect, type Socket } from 'node:net';

/** One request of the soak. */
export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Loopback address of the sender: the server treats each as another visitor. */
  from?: string;
};

/**
 * Result of a request: a status, `hung` if there was none in time, or `cut` if the connection broke. `ms` counts from
 * the moment at which the request was due.
 */
export type Outcome = { status: number | 'hung' | 'cut'; ms: number; cookie: string | null };

/** Timeout of a request, longer than any promise. */
const hungMs = 30_000;

type Connection = { socket: Socket; take: (data: Buffer) => void; lose: () => void; wasUsed: boolean };

/**
 * Creates a client that sends one request at a time on each connection and reuses connections. Uses plain sockets,
 * because Node's own client would need more time than the measured server.
 */
export function createSender(url: string): {
  send(sent: Sent, dueAt?: number): Promise<Outcome>;
  close(): void;
} {
  const { hostname, port, host } = new URL(url);
  const idle = new Map<string, Connection[]>();
  const all = new Set<Socket>();

  function open(from: string): Connection {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      ...(from ? { localAddress: from } : {}),
    });
    const connection: Connection = { socket, take: () => undefined, lose: () => undefined, wasUsed: false };
    all.add(socket);
    socket.on('data', (data) => connection.take(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      all.delete(socket);
      const line = idle.get(from);
      const index = line?.indexOf(connection) ?? -1;
      if (index >= 0) line?.splice(index, 1);
      connection.lose();
    });
    return connection;
  }

  function exchange(sent: Sent, dueAt: number, mayRetry: boolean): Promise<Outcome> {
    const from = sent.from ?? '';
    const connection = idle.get(from)?.pop() ?? open(from);
    return new Promise((resolve) => {
      const finish = (status: Outcome['status'], head = '') => {
        clearTimeout(timer);
        connection.take = connection.lose = () => undefined;
        const cookie = /\r\nset-cookie: ([^;\r]*)/i.exec(head)?.[1] ?? null;
        resolve({ status, ms: performance.now() - dueAt, cookie });
      };
      const timer = setTimeout(() => {
        finish('hung');
        connection.socket.destroy();
      }, hungMs);
      const read = createAnswerReader();
      connection.take = (data) => {
        const answer = read(data);
        if (!answer) return;
        finish(answer.status, answer.head);
        if (/\r\nconnection: close/i.test(answer.head)) connection.socket.destroy();
        else idle.set(from, [...(idle.get(from) ?? []), Object.assign(connection, { wasUsed: true })]);
      };
      connection.lose = () => {
        // The server may close an idle connection just as it is reused; browsers then open another.
        if (!mayRetry || !connection.wasUsed) return finish('cut');
        clearTimeout(timer);
        void exchange(sent, dueAt, false).then(resolve);
      };
      connection.socket.write(writeRequest(host, sent));
    });
  }

  return {
    send: (sent, dueAt = performance.now()) => exchange(sent, dueAt, true),
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

function writeRequest(host: string, { method = 'GET', path, headers = {}, body }: Sent): Buffer | string {
  const lines = Object.entries({
    // A known host name: any other is refused with 421 before any work is done.
    host,
    'accept-encoding': 'br',
    'x-appwrite-project': 'examshelf',
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return body === undefined ? head : Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Returns a function that reads one response piece by piece and returns its head once the response is complete. */
function createAnswerReader(): (data: Buffer) => { status: number; head: string } | null {
  let start: Buffer | null = null;
  let head = '';
  let left = -1;
  let isChunked = false;
  let tail = '';
  return (data) => {
    let rest = data;
    if (head === '') {
      start = start ? Buffer.concat([start, data]) : data;
      const end = start.indexOf('\r\n\r\n');
      if (end < 0) return null;
      head = start.subarray(0, end).toString('latin1');
      rest = start.subarray(end + 4);
      const status = statusOf(head);
      isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
      left = status === 204 || status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (isChunked) {
      tail = (tail + rest.subarray(-8).toString('latin1')).slice(-8);
      if (!tail.endsWith('0\r\n\r\n')) return null;
    } else {
      left -= rest.length;
      if (left > 0) return null;
    }
    return { status: statusOf(head), head };
  };
}

function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}
