import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * A process of its own that holds many listeners to a library's realtime, told what to do by its parent: they must not
 * share a processor's turn with what is measured. Moments are milliseconds since 1970, comparable between processes.
 */

export type Wish =
  /** Opens so many that hear of papers, and one that hears of notes as well and never reads. */
  | { type: 'open'; url: string; count: number }
  /** Waits until each has heard of the document of that id. */
  | { type: 'expect'; id: string }
  /** Has the one that never read read now, and looks whether it is still connected. */
  | { type: 'read' };
export type Done =
  { type: 'opened'; seconds: number } | { type: 'heard'; moments: number[] } | { type: 'read'; wasDropped: boolean };

const listeners: WebSocket[] = [];
const waiting = new Map<string, { moments: number[]; done: () => void }>();
let deaf: WebSocket | null = null;

const papers = '&channels[]=databases.library.collections.papers.documents';

async function open(url: string, count: number): Promise<Done> {
  const start = performance.now();
  const connect = async (channels = papers) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?project=examshelf${channels}`);
    await once(socket, 'message');
    return socket;
  };
  // As phones come: many, but not all in one instant.
  while (listeners.length < count) listeners.push(...(await Promise.all(Array.from({ length: 50 }, () => connect()))));
  deaf = await connect(`${papers}&channels[]=databases.library.collections.notes.documents`);
  deaf.pause();
  for (const socket of listeners) {
    socket.on('message', (data) => {
      const id = /"payload":\{"\$id":"([^"]+)"/.exec(String(data))?.[1];
      const expected = id === undefined ? undefined : waiting.get(id);
      if (!expected) return;
      expected.moments.push(Date.now());
      if (expected.moments.length === listeners.length) expected.done();
    });
  }
  return { type: 'opened', seconds: (performance.now() - start) / 1000 };
}

async function expectAll(id: string): Promise<Done> {
  const moments: number[] = [];
  await new Promise<void>((resolve) => waiting.set(id, { moments, done: resolve }));
  waiting.delete(id);
  return { type: 'heard', moments };
}

async function readAtLast(): Promise<Done> {
  const wasDropped = await new Promise<boolean>((resolve) => {
    deaf?.once('close', () => resolve(true));
    // After everything that was sent before.
    deaf?.on('message', (data) => String(data).startsWith('{"type":"pong"') && resolve(false));
    deaf?.resume();
    deaf?.send('{"type":"ping"}');
  });
  return { type: 'read', wasDropped };
}

function fulfil(wish: Wish): Promise<Done> {
  if (wish.type === 'open') return open(wish.url, wish.count);
  return wish.type === 'expect' ? expectAll(wish.id) : readAtLast();
}

process.on('message', (wish: Wish) => {
  void fulfil(wish).then((done) => process.send?.(done));
});
process.on('disconnect', () => process.exit(0));
