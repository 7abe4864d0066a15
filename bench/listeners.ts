import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * A child process with many clients of a library's realtime, controlled by its parent, so that they do not run in the
 * measured process. Times are milliseconds since 1970, comparable between processes.
 */

export type Wish =
  /** Opens this many that subscribe to papers, and one that subscribes to notes as well and never reads. */
  | { type: 'open'; url: string; count: number }
  /** Waits until each has received the event of the document of that id. */
  | { type: 'expect'; id: string }
  /** Makes the client that never reads read now, and checks that it is still connected. */
  | { type: 'read' };
export type Done =
  | { type: 'opened'; seconds: number }
  | { type: 'heard'; moments: number[] }
  | { type: 'read'; wasDropped: boolean };

const listeners: WebSocket[] = [];
/** Times at which the listeners received the event of a document, and a callback for when all have. */
const heard = new Map<string, { moments: number[]; done: () => void }>();
let deaf: WebSocket | null = null;

const papers = '&channels[]=databases.library.collections.papers.documents';

async function open(url: string, count: number): Promise<Done> {
  const start = performance.now();
  const connect = async (channels = papers) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?project=examshelf${channels}`);
    await once(socket, 'message');
    return socket;
  };
  // Like phones: many, but not all at the same moment.
  while (listeners.length < count) listeners.push(...(await Promise.all(Array.from({ length: 50 }, () => connect()))));
  deaf = await connect(`${papers}&channels[]=databases.library.collections.notes.documents`);
  deaf.pause();
  for (const socket of listeners) {
    socket.on('message', (data) => {
      const id = /"payload":\{"\$id":"([^"]+)"/.exec(String(data))?.[1];
      if (id === undefined || !String(data).includes('.create"')) return;
      const { moments, done } = recordOf(id);
      moments.push(Date.now());
      if (moments.length === listeners.length) done();
    });
  }
  return { type: 'opened', seconds: (performance.now() - start) / 1000 };
}

/** Returns the entry of a document; its event may arrive before it is expected. */
function recordOf(id: string) {
  const known = heard.get(id);
  if (known) return known;
  const record = { moments: [] as number[], done: () => undefined as void };
  heard.set(id, record);
  return record;
}

async function expectAll(id: string): Promise<Done> {
  const record = recordOf(id);
  if (record.moments.length < listeners.length) await new Promise<void>((resolve) => (record.done = resolve));
  return { type: 'heard', moments: record.moments };
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

process.on('message', async (wish: Wish) => {
  process.send?.(await fulfil(wish));
});
process.on('disconnect', () => process.exit(0));
