import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ids } from './library.ts';

/** A received message, without types, as for another client. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Heard = { type: string; data: any };

export type Listener = {
  socket: WebSocket;
  /** Waits for the next unread message and returns it. */
  next(): Promise<Heard>;
  /** Waits for the next `count` unread messages and returns them. */
  take(count: number): Promise<Heard[]>;
  /** Returns the unread messages. */
  heard(): Heard[];
  say(message: unknown): void;
  /**
   * Sends a ping and waits for its response. Returns the messages received before it. Events that are not sent yet may
   * come later: use `take` for expected ones.
   */
  settle(): Promise<Heard[]>;
  /** The code and reason of the closed connection. */
  closed: Promise<{ code: number; reason: string }>;
  [Symbol.dispose](): void;
};

/**
 * Opens a WebSocket to a server's realtime endpoint and records its messages. `words` is the part of the query after
 * the project.
 */
export async function listenAt(
  url: string,
  { words = '', cookie = '', origin, from, project = ids.projectId }: ListenOptions = {},
): Promise<Listener> {
  const address = `${url.replace('http', 'ws')}/v1/realtime?${project === null ? '' : `project=${project}`}${words}`;
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(origin ? { origin } : {}),
    ...(from ? { 'x-forwarded-for': from } : {}),
  };
  const socket = new WebSocket(address, { headers });
  const unread: Heard[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    unread.push(JSON.parse(String(data)) as Heard);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  await once(socket, 'open');

  async function next(): Promise<Heard> {
    while (unread.length === 0) {
      await Promise.race([
        new Promise<void>((resolve) => (wake = resolve)),
        closed.then(({ code }) =>
          unread.length === 0 ? Promise.reject(new Error(`the connection was closed with ${code}`)) : undefined,
        ),
      ]);
    }
    return unread.shift() as Heard;
  }
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));

  return {
    socket,
    next,
    async take(count) {
      const taken: Heard[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    },
    heard: () => unread.splice(0),
    say,
    async settle() {
      say({ type: 'ping' });
      const before: Heard[] = [];
      for (let message = await next(); message.type !== 'pong'; message = await next()) before.push(message);
      return before;
    },
    closed,
    [Symbol.dispose]: () => socket.terminate(),
  };
}

type ListenOptions = {
  words?: string;
  cookie?: string;
  origin?: string;
  /** The address that the client appears to have, for a server that trusts 127.0.0.1 as a proxy. */
  from?: string;
  project?: string | null;
};

/** Subscribes to one set of channels with the newest message format, and waits until the server has confirmed it. */
export async function subscribeAt(
  url: string,
  channels: string[],
  options: ListenOptions & { queries?: string[] } = {},
): Promise<Listener> {
  const listener = await listenAt(url, options);
  await listener.next();
  listener.say({
    type: 'subscribe',
    data: [{ subscriptionId: 'mine', channels, queries: options.queries ?? [] }],
  });
  const answer = await listener.next();
  if (answer.type !== 'response') throw new Error(`not subscribed: ${JSON.stringify(answer)}`);
  return listener;
}
