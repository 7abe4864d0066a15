import { expect, test } from 'vitest';
import type { Holder } from './held-memory.ts';
import { createMemoryBudget } from './memory-budget.ts';

type TestHolder = Holder & {
  unread: number;
  incomplete: number;
  unanswered: number;
  subscribed: number;
  read: number;
  messages: number;
};

/** Opens a budget of 1,000 bytes, 400 for a site, with connections that use the given bytes. */
function openBudget() {
  let moment = 0;
  let countedHolders = 0;
  const limits = { heldBytes: 1000, heldBytesPerAddress: 400, unreadMs: 60_000, incompleteMs: 60_000 };
  const budget = createMemoryBudget(limits, () => moment);
  const ended: string[] = [];
  return {
    budget,
    ended,
    pass: (ms: number) => void (moment += ms),
    /** Number of times that the memory of a connection was counted. */
    countedHolders: () => countedHolders,
    connect(site: string, name: string, held: Partial<TestHolder> = {}) {
      const holder: TestHolder = {
        site,
        unread: 0,
        incomplete: 0,
        unanswered: 0,
        subscribed: 0,
        read: 0,
        messages: 0,
        held() {
          countedHolders += 1;
          const { unread, incomplete, unanswered, subscribed } = holder;
          return { unread, incomplete, unanswered, subscribed };
        },
        readBytes: () => holder.read,
        messageCount: () => holder.messages,
        terminate: (reason) => void ended.push(`${name}: ${reason}`),
      };
      budget.add(Object.assign(holder, held));
      return holder;
    },
  };
}

const tooMuch = 'its client left too much unread';

test('of a site that uses too much memory, the connection with most unread bytes is terminated', () => {
  const { budget, ended, connect } = openBudget();
  const little = connect('10.0.0.1', 'little', { unread: 150 });
  const most = connect('10.0.0.1', 'most', { unread: 200 });
  const other = connect('10.0.0.2', 'other', { unread: 390 });
  for (const each of [little, most, other]) budget.count(each);
  expect(ended).toEqual([]);
  little.unread = 201;
  budget.count(little);
  expect(ended).toEqual([`little: ${tooMuch}`]);
});

test.each(['unread', 'incomplete', 'unanswered'] as const)('%s bytes of all connections are bounded', (kind) => {
  const { budget, ended, connect } = openBudget();
  budget.count(connect('10.0.0.1', 'all', { [kind]: 400 }));
  expect(ended).toEqual([]);
  budget.count(connect('10.0.0.2', 'too much', { [kind]: 401 }));
  expect(ended).toEqual([`too much: ${tooMuch}`]);
});

test('bytes that were read since the last count terminate no connection', () => {
  const { budget, ended, connect } = openBudget();
  const read = connect('10.0.0.1', 'read', { unread: 300 });
  budget.count(read);
  read.unread = 0;
  budget.count(connect('10.0.0.1', 'behind', { unread: 350 }));
  expect(ended).toEqual([]);
});

test('when all sites seem to use too much memory, bytes that were read since the last count terminate no connection', () => {
  const { budget, ended, connect } = openBudget();
  const read = ['10.0.0.1', '10.0.0.2'].map((site) => connect(site, site, { unread: 400 }));
  for (const each of read) budget.count(each);
  for (const each of read) each.unread = 0;
  budget.count(connect('10.0.0.3', 'behind', { unread: 300 }));
  expect(ended).toEqual([]);
});

test('when all sites use too much memory, connections of the site with most unread bytes are terminated', () => {
  const { budget, ended, connect } = openBudget();
  budget.count(connect('10.0.0.9', 'subscribed', { subscribed: 290, unread: 1 }));
  for (const [index, site] of ['10.0.0.1', '10.0.0.2', '10.0.0.3'].entries())
    budget.count(connect(site, site, { unread: 250 - index }));
  expect(ended).toEqual([`10.0.0.1: ${tooMuch}`]);
});

test('when most connections of a site read nothing, they are not all counted again for each message', () => {
  const { budget, ended, connect, countedHolders } = openBudget();
  const all = Array.from({ length: 200 }, (_, index) => connect('10.0.0.1', String(index)));
  const messages = 1000;
  for (let index = 0; index < messages; index += 1) {
    const each = all[index % all.length];
    if (each) each.unread += 4;
    if (each) budget.count(each);
  }
  expect(ended.length).toBeGreaterThan(0);
  expect(countedHolders()).toBeLessThan(messages * 20);
});

test('a connection loses subscriptions only to one that afterwards has less than half as many', () => {
  const { budget, ended, connect } = openBudget();
  const large = connect('10.0.0.1', 'large', { subscribed: 200 });
  const small = connect('10.0.0.1', 'small', { subscribed: 90 });
  const newcomer = connect('10.0.0.1', 'newcomer');
  for (const each of [large, small]) budget.count(each);
  expect(budget.makeRoom(newcomer, 10)).toBe(true);
  expect([budget.makeRoom(newcomer, 100), ended]).toEqual([false, []]);
  expect(budget.makeRoom(newcomer, 99)).toBe(true);
  expect(ended).toEqual(['large: others need the memory of its subscriptions']);
});

test('when sites fill the memory for subscriptions, the site with the most loses some to a new connection', () => {
  const { budget, ended, connect } = openBudget();
  for (const [site, subscribed] of [
    ['10.0.0.1', 240],
    ['10.0.0.2', 260],
    ['10.0.0.3', 250],
  ] as const)
    for (const part of ['a', 'b']) budget.count(connect(site, `${site} ${part}`, { subscribed: subscribed / 2 }));
  expect(budget.makeRoom(connect('10.0.0.4', 'large'), 140)).toBe(false);
  expect(budget.makeRoom(connect('10.0.0.4', 'newcomer'), 100)).toBe(true);
  expect(ended).toEqual(['10.0.0.2 a: others need the memory of its subscriptions']);
});

test('subscriptions leave a quarter of the budget for messages', () => {
  const { budget, ended, connect } = openBudget();
  const subscribed = connect('10.0.0.1', 'subscribed', { subscribed: 290 });
  budget.count(subscribed);
  expect([budget.makeRoom(subscribed, 11), budget.makeRoom(subscribed, 10)]).toEqual([false, true]);
  subscribed.subscribed = 300;
  budget.count(connect('10.0.0.1', 'reading', { unread: 100 }));
  expect(ended).toEqual([]);
});

test('removed connections leave nothing behind, however often they are removed or counted', () => {
  const { budget, ended, connect } = openBudget();
  const stays = connect('10.0.0.1', 'stays', { unread: 100 });
  budget.count(stays);
  for (let index = 0; index < 10; index += 1) {
    const gone = connect('10.0.0.1', 'gone', { unread: 100, subscribed: 100 });
    budget.count(gone);
    for (let times = 0; times < 3; times += 1) {
      budget.remove(gone);
      budget.count(gone);
    }
    expect(budget.makeRoom(gone, 1)).toBe(false);
  }
  expect([budget.makeRoom(stays, 301), budget.makeRoom(stays, 300)]).toEqual([false, true]);
  for (const site of ['10.0.0.2', '10.0.0.3']) budget.count(connect(site, site, { unread: 400 }));
  stays.unread = 200;
  budget.count(stays);
  expect(ended).toEqual([]);
  stays.unread = 201;
  budget.count(stays);
  expect(ended).toEqual([`10.0.0.2: ${tooMuch}`]);
});

test('a client that reads nothing for a minute is disconnected, but not one that reads a little or has nothing to read', () => {
  const { budget, ended, pass, connect } = openBudget();
  connect('10.0.0.1', 'deaf', { unread: 10 });
  const slow = connect('10.0.0.1', 'slow', { unread: 10 });
  connect('10.0.0.1', 'idle');
  budget.sweep();
  pass(59_000);
  slow.read += 1;
  budget.sweep();
  expect(ended).toEqual([]);
  pass(1000);
  budget.sweep();
  expect(ended).toEqual(['deaf: its client has stopped reading']);
});

test('a client that completes no message in a minute is disconnected, but not one that completes others meanwhile', () => {
  const { budget, ended, pass, connect } = openBudget();
  connect('10.0.0.1', 'stopped', { incomplete: 10 });
  const sending = connect('10.0.0.1', 'sending', { incomplete: 10 });
  // The server itself is slow.
  connect('10.0.0.1', 'waiting', { unanswered: 10 });
  budget.sweep();
  pass(59_000);
  sending.messages += 1;
  budget.sweep();
  expect(ended).toEqual([]);
  pass(1000);
  budget.sweep();
  expect(ended).toEqual(['stopped: its client never completed a message']);
});
