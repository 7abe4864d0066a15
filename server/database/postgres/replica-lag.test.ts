import { expect, onTestFinished, test } from 'vitest';
import { watchReplica } from './replica-lag.ts';

/** A primary whose log ends at `end`, null if it does not answer, and a replica that has replayed it up to `replayed`. */
function open(servers: { end: number | null; replayed: number; isThere?: boolean }) {
  const told: string[] = [];
  const lag = watchReplica(
    {
      endOfLog: async () => (servers.end === null ? null : String(servers.end)),
      async hasReplayed(end) {
        if (servers.isThere === false) throw new Error('no answer');
        return servers.replayed >= Number(end);
      },
    },
    (state) => told.push(state),
  );
  onTestFinished(() => lag.close());
  return { lag, told };
}

test('a replica is used when it has what was written before the last change was told', async () => {
  const servers = { end: 5, replayed: 5 };
  const { lag } = open(servers);
  expect(lag.state).toBe('behind');
  lag.noteChange();
  expect(lag.state).toBe('behind');
  await expect.poll(() => lag.state).toBe('used');

  servers.end = 6;
  lag.noteChange();
  expect(lag.state).toBe('behind');
  servers.replayed = 6;
  await expect.poll(() => lag.state).toBe('used');
});

test('a change that is told while the replica is asked is not taken for one that it has', async () => {
  const asked = Promise.withResolvers<string>();
  const answers = [asked.promise, Promise.resolve('never')];
  const lag = watchReplica(
    { endOfLog: () => answers.shift() ?? new Promise(() => undefined), hasReplayed: async (end) => end !== 'never' },
    () => undefined,
  );
  onTestFinished(() => lag.close());
  lag.noteChange();
  lag.noteChange();
  asked.resolve('first');
  await expect.poll(() => answers.length).toBe(0);
  expect(lag.state).toBe('behind');
});

test('an answer that was asked for before the replica was lost does not count', async () => {
  const answer = Promise.withResolvers<boolean>();
  let asked = 0;
  const lag = watchReplica(
    { endOfLog: async () => '5', hasReplayed: () => ((asked += 1) === 1 ? answer.promise : Promise.resolve(false)) },
    () => undefined,
  );
  onTestFinished(() => lag.close());
  lag.noteChange();
  await expect.poll(() => asked).toBe(1);
  lag.suspect(new Error('it restarts'));
  answer.resolve(true);
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(lag.state).not.toBe('used');
});

test('a replica that does not answer is away, is told once, and is used again when it is back', async () => {
  const servers = { end: 5, replayed: 5, isThere: false };
  const { lag, told } = open(servers);
  lag.noteChange();
  await expect.poll(() => lag.state).toBe('away');
  lag.noteChange();
  expect(lag.state).toBe('away');
  servers.isThere = true;
  await expect.poll(() => lag.state).toBe('used');
  lag.suspect(new Error('a statement failed'));
  expect(lag.state).toBe('away');
  await expect.poll(() => lag.state).toBe('used');
  expect(told).toEqual(['away', 'used', 'away', 'used']);
});

test('without the primary, a replica that has everything is read on, and one that is behind is not', async () => {
  const servers: { end: number | null; replayed: number } = { end: 5, replayed: 5 };
  const { lag } = open(servers);
  lag.noteChange();
  await expect.poll(() => lag.state).toBe('used');
  servers.end = null;
  expect(lag.state).toBe('used');
  lag.noteChange();
  expect(lag.state).toBe('behind');
  servers.end = 5;
  await expect.poll(() => lag.state).toBe('used');
});
