import { expect, test } from 'vitest';
import { documentNames } from '#contract/appwrite/realtime-names.ts';
import { createSubscriptions } from './subscriptions.ts';

const limits = { subscriptions: 3, channels: 5 };
const { channels } = documentNames({ databaseId: 'D', collectionId: 'papers', documentId: 'X' }, 'create');
const event = { channels: new Set(channels), payload: { $id: 'X', year: 2080 } };
const year = (value: number) => JSON.stringify({ method: 'equal', attribute: 'year', values: [value] });

test('an event matches subscriptions that name one of its channels and whose queries all match', () => {
  const subscriptions = createSubscriptions(limits);
  subscriptions.put([
    { id: 'all', channels: ['documents', 'files'], queries: [] },
    { id: 'other year', channels: ['documents'], queries: [year(2079)] },
    { id: 'action', channels: ['documents.create'], queries: [year(2080)] },
  ]);
  expect(subscriptions.match(event)).toEqual({ documents: ['all', 'action'], rows: [] });
});

test('a subscription that names only rows receives rows', () => {
  const subscriptions = createSubscriptions(limits);
  subscriptions.put([
    { id: 'rows', channels: ['tablesdb.D.tables.papers.rows.X'], queries: [] },
    { id: 'both', channels: ['rows', 'documents'], queries: [] },
  ]);
  expect(subscriptions.match(event)).toEqual({ documents: ['both'], rows: ['rows'] });
});

test('subscribing again with a known id replaces the subscription, and unsubscribing ends it', () => {
  const subscriptions = createSubscriptions(limits);
  subscriptions.put([{ id: 'one', channels: ['documents'], queries: [] }]);
  subscriptions.put([{ id: 'one', channels: ['files'], queries: [] }]);
  expect(subscriptions.match(event).documents).toEqual([]);
  expect([subscriptions.remove('one'), subscriptions.remove('one')]).toEqual([true, false]);
});

test('a refused message changes nothing', () => {
  const subscriptions = createSubscriptions(limits);
  const good = { id: 'good', channels: ['documents'], queries: [] };
  expect(() => subscriptions.put([good, { id: 'bad', channels: ['documents'], queries: ['x'] }])).toThrow('not JSON');
  expect(() => subscriptions.put([good, { ...good, id: '2' }, { ...good, id: '3' }, { ...good, id: '4' }])).toThrow(
    'at most 3 subscriptions',
  );
  expect(() => subscriptions.put([{ ...good, channels: ['a', 'b', 'c', 'd', 'e', 'f'] }])).toThrow('5 channels');
  expect(subscriptions.match(event)).toEqual({ documents: [], rows: [] });
});

test('the memory count of subscriptions does not depend on how they were added, and is 0 once they are removed', () => {
  const subscriptions = createSubscriptions(limits);
  const row = { id: 'one', channels: ['documents', 'files'], queries: [year(2080)] };
  subscriptions.put([row]);
  const bytes = subscriptions.bytes();
  expect(bytes).toBeGreaterThan(200);
  subscriptions.put([row]);
  expect(subscriptions.bytes()).toBe(bytes);
  for (const id of ['one', 'one', 'never there']) subscriptions.remove(id);
  expect(subscriptions.bytes()).toBe(0);
});
