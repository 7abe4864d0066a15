import { expect, test } from 'vitest';
import { createPlaces } from './archive-places.ts';

/** Three places, and which downloads lost theirs. */
function openPlaces() {
  let moment = 0;
  const ended: string[] = [];
  const places = createPlaces({ max: 3, stalledMs: 10_000, now: () => moment });
  return {
    ended,
    pass: (ms: number) => void (moment += ms),
    take: (network: string, name: string) => places.take(network, () => void ended.push(name)),
  };
}

test('the slowest download of the network with most places gives way to one of another network', () => {
  const { take, pass, ended } = openPlaces();
  const many = ['a1', 'a2', 'a3'].map((name) => take('10.0.0.1', name));
  pass(1000);
  many[0]?.move();
  expect(take('10.0.0.1', 'a4')).toBeNull();
  expect(take('10.0.0.2', 'b1')).not.toBeNull();
  expect(ended).toEqual(['a2']);
  // Two and one: another of the second network would only exchange who has most.
  expect(take('10.0.0.2', 'b2')).toBeNull();
  expect(take('10.0.0.3', 'c1')).not.toBeNull();
  expect(ended).toEqual(['a2', 'a3']);
  expect(take('10.0.0.4', 'd1')).toBeNull();
});

test('a download whose client has stopped reading gives way to any other', () => {
  const { take, pass, ended } = openPlaces();
  const many = ['a1', 'a2', 'a3'].map((name) => take('10.0.0.1', name));
  pass(9999);
  many[0]?.move();
  many[2]?.move();
  expect(take('10.0.0.1', 'a4')).toBeNull();
  pass(1);
  expect(take('10.0.0.1', 'a4')).not.toBeNull();
  expect(ended).toEqual(['a2']);
});

test('a place that was released is free once, however often it is released', () => {
  const { take } = openPlaces();
  const first = take('10.0.0.1', 'a1');
  for (const name of ['a2', 'a3']) take('10.0.0.1', name);
  first?.release();
  first?.release();
  expect(take('10.0.0.1', 'a4')).not.toBeNull();
  expect(take('10.0.0.1', 'a5')).toBeNull();
});
