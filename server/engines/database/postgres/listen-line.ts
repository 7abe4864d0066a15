import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ChangeLog, LineState } from '#server/engines/database/change-log.ts';
import { clientConfig } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { destroy } from './read-lane.ts';

/** First delay after a lost connection; doubles with each failed attempt. */
const firstWaitMs = 250;
const maxWaitMs = 15_000;
/** Interval between checks that the connection passes notifications on, and the timeout of each. */
const usualCheckMs = 20_000;
/** Timeout for a response on the connection: the only way to detect a connection that hangs without being closed. */
const usualAnswerMs = 5000;

type Line = ReturnType<ChangeLog['listen']>;
type LineOptions = Parameters<ChangeLog['listen']>[0] & {
  address: PostgresAddress;
  channel: string;
  notify: (payload: string) => Promise<unknown>;
  answerMs?: number;
};

/**
 * Opens a connection on which the server sends notifications. If it is lost, reopens it after growing delays. Test
 * notifications distinguish a connection that works from one that is open but passes nothing on. `notify` sends them on
 * another connection, because a pooler in transaction mode delivers only its own notifications to one that both listens
 * and notifies. A connection on which nothing comes back is closed after at most `checkMs` plus `answerMs`.
 */
export function openListenLine(options: LineOptions): Line {
  const { address, channel, onEntry, notify, checkMs = usualCheckMs, answerMs = usualAnswerMs } = options;
  let state: LineState = 'connecting';
  let isClosed = false;
  let attempts = 0;
  let timer: NodeJS.Timeout | undefined;
  let current: Client | null = null;
  const reports = reportOnce(options.onFailure);

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
    // Random, so that nodes that lost their connections together do not reconnect together.
    timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random() / 2)).unref();
  }

  /** Closes the current connection after a failure; does nothing for an older one, which was already closed. */
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
        reports.reset();
        enter('listening');
      }
    });
    const check = async () => {
      if (client !== current) return;
      if (token !== '') {
        if (state === 'listening') return giveUp(client);
        enter('deaf');
      }
      // Repeating LISTEN changes nothing; only a response shows that the connection does not hang.
      await client.query(`listen ${channel}`);
      if (client !== current) return;
      timer = setTimeout(() => void check().catch(() => giveUp(client)), checkMs).unref();
      token = `check ${randomBytes(9).toString('base64url')}`;
      await notify(token).catch((error: unknown) => {
        token = '';
        // A connection that worked before shows nothing by this.
        if (state !== 'listening') throw error;
      });
    };
    try {
      await client.connect();
      await check();
    } catch (error) {
      if (client === current) reports.note(error);
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

/** Reports only the first of several successive failures. */
function reportOnce(onFailure: LineOptions['onFailure']) {
  let isReported = false;
  return {
    note(error: unknown): void {
      if (!isReported) onFailure?.(error);
      isReported = true;
    },
    reset(): void {
      isReported = false;
    },
  };
}
