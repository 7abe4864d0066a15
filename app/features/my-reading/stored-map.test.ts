import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from './stored-map.ts';

let room = Infinity;
let stored: Map<string, string>;

beforeEach(() => {
  room = Infinity;
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const key = 'pinned-subjects';
const entriesOf = (count: number) =>
  new Map(Array.from({ length: count }, (_, at) => [`e${at}`, { note: 'a'.repeat(40), at }]));
const idsStored = () => [...readStored(key, (entry) => ({ note: String(entry['note']) })).keys()];

test('of more entries than may be stored, the newest stay', () => {
  expect(writeStored(key, entriesOf(6), 5, 10_000)).toBe(true);
  expect(idsStored()).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
});

test('entries that are too long together lose their older half, until the rest fits to the character', () => {
  const four = JSON.stringify(Object.fromEntries([...entriesOf(4)].toReversed())).length;
  expect(writeStored(key, entriesOf(4), 100, four)).toBe(true);
  expect(idsStored()).toEqual(['e3', 'e2', 'e1', 'e0']);
  expect(writeStored(key, entriesOf(4), 100, four - 1)).toBe(true);
  expect(idsStored()).toEqual(['e3', 'e2']);
});

test('with too little space in the browser the oldest go, and if not even the newest fits, nothing changes', () => {
  expect(writeStored(key, entriesOf(2), 100, 10_000)).toBe(true);
  room = 200;
  expect(writeStored(key, entriesOf(8), 100, 10_000)).toBe(true);
  expect(idsStored()).toEqual(['e7', 'e6']);
  room = 20;
  expect(writeStored(key, entriesOf(3), 100, 10_000)).toBe(false);
  expect(idsStored()).toEqual(['e7', 'e6']);
});

test('without entries nothing is stored', () => {
  writeStored(key, entriesOf(2), 100, 10_000);
  expect(writeStored(key, new Map(), 100, 10_000)).toBe(true);
  expect([...stored.keys()]).toEqual([]);
});
