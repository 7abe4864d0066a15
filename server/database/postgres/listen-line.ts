import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ChangeLog, LineState } from '#server/database/change-log.ts';
import { clientConfig } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { destroy } from './read-lane.ts';

/** Before the first attempt after a lost line, doubled with each that fails. */
const firstWaitMs = 250;
const maxWaitMs = 15_000;
/** How often it is tried whether the line passes notifications on, and how long one may take. */
const usualCheckMs = 20_000;
/** How long the server may take to answer on the line. A line that hangs without being closed is known by that alone. */
const usualAnswerMs = 5000;

type Line = ReturnType<ChangeLog['listen']>;
type LineOptions = Parameters<ChangeLog['listen']>[0] & {
  address: PostgresAddress;
  channel: string;
  notify: (payload: string) => Promise<unknown>;
  answerMs?: number;
};

/**
 * A line on which the server notifies. It is made anew, after growing waits, as often as it is lost, and tried by
 * notifications of its own: a line that stands but passes nothing on is told from one that works. `notify` sends them on
 * another connection, because a pooler in transaction mode gives one that both listens and notifies its own ones only. A line
 * on which nothing comes back is given up after at most `checkMs` and `answerMs` together.
 */
export function openListenLine(options: LineOptions): Line {
  const { address, channel, onEntry, notify, checkMs = usualCheckMs, answerMs = usualAnswerMs } = options;
  let state: LineState = 'connecting';
  let isClosed = false;
  let attempts = 0;
  let timer: NodeJS.Timeout | undefined;
  let current: Client | null = null;
  const tell = tellOnce(options.onFailure);

  function enter(next: LineState): void {
    if (next === state || isClosed) return;
    state = next;
    options.onState?.(next);
  }

  function planAttempt(): void {
    clearTimeout(timer);
    if (isClosed) return;
    enter('connecting');
    const waitMs = Math.min(firstWaitMs * 2 ** attempts, maxWaitMs);
    attempts = Math.min(attempts + 1, 10);
    // Nodes that lost their lines at the same moment do not come back at the same moment.
    timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random() / 2)).unref();
  }

  /** Only for the line in use; an older one was given up already. */
  function giveUp(client: Client): void {
    if (client !== current) return;
    current = null;
    destroy(client);
    planAttempt();
  }

  async function connect(): Promise<void> {
    const client = new Client({ ...clientConfig(address), query_timeout: answerMs });
    current = client;
    client.on('error', () => giveUp(client));
    client.on('end', () => giveUp(client));
    let token = '';
    client.on('notification', ({ payload = '' }) => {
      if (/^\d+$/.test(payload)) onEntry(Number(payload));
      else if (payload === token) {
        token = '';
        attempts = 0;
        tell.reset();
        enter('listening');
      }
    });
    const check = async () => {
      if (client !== current) return;
      if (token !== '') {
        if (state === 'listening') return giveUp(client);
        enter('deaf');
      }
      // Said again it changes nothing; only an answer shows that the line does not hang.
      await client.query(`listen ${channel}`);
      if (client !== current) return;
      timer = setTimeout(() => void check().catch(() => giveUp(client)), checkMs).unref();
      token = `check ${randomBytes(9).toString('base64url')}`;
      await notify(token).catch((error: unknown) => {
        token = '';
        // It says nothing about a line that worked.
        if (state !== 'listening') throw error;
      });
    };
    try {
      await client.connect();
      await check();
    } catch (error) {
      if (client === current) tell.note(error);
      giveUp(client);
    }
  }

  void connect();
  return {
    get state() {
      return state;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = null;
      if (client) destroy(client);
    },
  };
}

/** Tells the first of several failures. */
function tellOnce(onFailure: LineOptions['onFailure']) {
  let isTold = false;
  return {
    note(error: unknown): void {
      if (!isTold) onFailure?.(error);
      isTold = true;
    },
    reset(): void {
      isTold = false;
    },
  };
}
