import { expect, test } from 'vitest';
import { createMemoryBudget, type Holder } from './memory-budget.ts';

/** A budget of 1,000 bytes, 400 for an address, and connections that hold what the test says. */
function openBudget() {
  let moment = 0;
  const budget = createMemoryBudget({ heldBytes: 1000, heldBytesPerAddress: 400, unreadMs: 60_000 }, () => moment);
  const ended: string[] = [];
  return {
    budget,
    ended,
    pass: (ms: number) => void (moment += ms),
    connect(address: string, name: string) {
      const holder: Holder & { unread: number; incoming: number; subscribed: number; read: number } = {
        address,
        unread: 0,
        incoming: 0,
        subscribed: 0,
        read: 0,
        held: () => ({ unread: holder.unread, incoming: holder.incoming, subscribed: holder.subscribed }),
        readBytes: () => holder.read,
        terminate: (reason) => void ended.push(`${name}: ${reason}`),
      };
      budget.add(holder);
      return holder;
    },
  };
}

test('of an address that holds too much, the connection goes that has most unread', () => {
  const { budget, ended, connect } = openBudget();
  const [little, most] = [connect('10.0.0.1', 'little'), connect('10.0.0.1', 'most')];
  const other = connect('10.0.0.2', 'other');
  Object.assign(little, { unread: 150 });
  Object.assign(most, { unread: 200 });
  Object.assign(other, { unread: 390 });
  for (const each of [little, most, other]) budget.count(each);
  expect(ended).toEqual([]);
  little.unread = 201;
  budget.count(little);
  expect(ended).toEqual(['little: too much is waiting for its client']);
});

test('what was read since it was counted is not held against anyone', () => {
  const { budget, ended, connect } = openBudget();
  const [read, behind] = [connect('10.0.0.1', 'read'), connect('10.0.0.1', 'behind')];
  read.unread = 300;
  budget.count(read);
  read.unread = 0;
  behind.unread = 350;
  budget.count(behind);
  expect(ended).toEqual([]);
});

test('when all hold too much, those of the address that holds most go first', () => {
  const { budget, ended, connect } = openBudget();
  const all = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => connect(address, address));
  for (const [index, each] of all.entries()) {
    each.unread = 380 - index;
    budget.count(each);
  }
  expect(ended).toEqual(['10.0.0.1: too much is waiting for its client']);
});

test('messages that are sent in part count, subscriptions count but are no reason to be disconnected', () => {
  const { budget, ended, connect } = openBudget();
  const [subscribed, dripping] = [connect('10.0.0.1', 'subscribed'), connect('10.0.0.1', 'dripping')];
  expect(budget.hasRoom(subscribed, 400)).toBe(true);
  subscribed.subscribed = 390;
  budget.count(subscribed);
  expect([budget.hasRoom(dripping, 11), budget.hasRoom(dripping, 10)]).toEqual([false, true]);
  dripping.incoming = 20;
  budget.sweep();
  expect(ended).toEqual(['dripping: too much is waiting for its client']);
  expect(budget.hasRoom(subscribed, 11)).toBe(false);
  budget.remove(subscribed);
  expect(budget.hasRoom(connect('10.0.0.1', 'later'), 400)).toBe(true);
});

test('a client that reads nothing for a minute is disconnected; one that reads a little, or has nothing to read, is not', () => {
  const { budget, ended, pass, connect } = openBudget();
  const [deaf, slow] = [connect('10.0.0.1', 'deaf'), connect('10.0.0.1', 'slow')];
  connect('10.0.0.1', 'idle');
  Object.assign(deaf, { unread: 10 });
  Object.assign(slow, { unread: 10 });
  budget.sweep();
  pass(59_000);
  slow.read += 1;
  budget.sweep();
  expect(ended).toEqual([]);
  pass(1000);
  budget.sweep();
  expect(ended).toEqual(['deaf: its client has stopped reading']);
});
