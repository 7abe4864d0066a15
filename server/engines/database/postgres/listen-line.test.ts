import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import type { LineState } from '#server/engines/database/change-log.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { openListenLine } from './listen-line.ts';

const missing = whyNoPostgres();
const channel = 'examshelf_changes';

async function openHanging() {
  const made = await (await openPostgresServer()).make();
  const line = await openUnreliableLine(`http://127.0.0.1:${made.address.port}`);
  const notify = (payload: string) => runOn(made.address, `select pg_notify('${channel}', '${payload}')`);
  return { made, line, notify, address: { ...made.address, port: Number(new URL(line.url).port) } };
}

describe.skipIf(missing)('the LISTEN connection to PostgreSQL', () => {
  test('closes and reopens a connection that hangs without being closed', async () => {
    const { made, line, notify, address } = await openHanging();
    const states: LineState[] = [];
    const heard: number[] = [];
    const listening = openListenLine({
      address,
      channel,
      notify,
      onEntry: (id) => heard.push(id),
      onState: (state) => states.push(state),
      checkMs: 50,
      answerMs: 200,
    });
    try {
      await expect.poll(() => listening.state).toBe('listening');
      line.enter('hang');
      await notify('1');
      await expect.poll(() => listening.state).toBe('connecting');
      line.enter('pass');
      await expect.poll(() => listening.state, { timeout: 10_000 }).toBe('listening');
      // On a busy machine the new connection may time out too, and its missed notifications are lost.
      await expect
        .poll(async () => {
          await notify('2');
          return heard;
        })
        .toContain(2);
      expect(heard).not.toContain(1);
      expect(states.lastIndexOf('connecting')).toBeGreaterThan(states.indexOf('listening'));
    } finally {
      await listening.close();
      await line[Symbol.asyncDispose]();
      await made[Symbol.asyncDispose]();
    }
  });

  test('closes a connection that hangs after connecting, before it listens', async () => {
    const { made, line, notify, address } = await openHanging();
    let attempts = 0;
    line.watch = (sent) => {
      if (sent.includes(`listen ${channel}`) && (attempts += 1) === 1) line.enter('hang');
      return false;
    };
    const listening = openListenLine({
      address,
      channel,
      notify,
      onEntry: () => undefined,
      checkMs: 60_000,
      answerMs: 200,
    });
    try {
      await expect.poll(() => attempts).toBe(1);
      line.enter('pass');
      await expect.poll(() => listening.state).toBe('listening');
      // More than two if the server responds late on a busy machine.
      expect(attempts).toBeGreaterThan(1);
    } finally {
      await listening.close();
      await line[Symbol.asyncDispose]();
      await made[Symbol.asyncDispose]();
    }
  });

  test('reports the reason for a failed connection once, not with every attempt, and without the password', async () => {
    await using made = await (await openPostgresServer()).make();
    const failures: unknown[] = [];
    const listening = openListenLine({
      address: { ...made.address, password: 'secret of ours' },
      channel,
      notify: async () => undefined,
      onEntry: () => undefined,
      onFailure: (error) => failures.push(error),
    });
    const attempts = vi.spyOn(Client.prototype, 'connect');
    await expect.poll(() => attempts.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(1);
    await listening.close();
    attempts.mockRestore();
    expect(failures.map(String)).toEqual(['error: password authentication failed for user "tests"']);
  });
});
