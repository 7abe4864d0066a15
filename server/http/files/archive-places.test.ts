import { expect, test } from 'vitest';
import { createPlaces } from './archive-places.ts';

/** Creates three slots, and the list of downloads that lost theirs. */
function openPlaces() {
  let moment = 0;
  const ended: string[] = [];
  const places = createPlaces({ max: 3, stalledMs: 10_000, now: () => moment });
  const take = (site: string, name: string) => places.take(site, () => void ended.push(name));
  return {
    ended,
    pass: (ms: number) => void (moment += ms),
    take,
    /** Takes a slot for a download that has sent data for its client to read. */
    send(site: string, name: string) {
      const place = take(site, name);
      place?.wait();
      return place;
    },
  };
}

test('the slowest download of the site with the most slots is ended for a download of another site', () => {
  const { send, take, pass, ended } = openPlaces();
  const many = ['a1', 'a2', 'a3'].map((name) => send('10.0.0.1', name));
  pass(1000);
  many[0]?.move();
  many[0]?.wait();
  expect(take('10.0.0.1', 'a4')).toBeNull();
  expect(send('10.0.0.2', 'b1')).not.toBeNull();
  expect(ended).toEqual(['a2']);
  // Two and one: another of the second site would only swap the site with the most.
  expect(take('10.0.0.2', 'b2')).toBeNull();
  expect(send('10.0.0.3', 'c1')).not.toBeNull();
  expect(ended).toEqual(['a2', 'a3']);
  expect(take('10.0.0.4', 'd1')).toBeNull();
});

test('a download whose client has stopped reading is ended for any other download', () => {
  const { send, take, pass, ended } = openPlaces();
  const many = ['a1', 'a2', 'a3'].map((name) => send('10.0.0.1', name));
  pass(9999);
  for (const each of [many[0], many[2]]) {
    each?.move();
    each?.wait();
  }
  expect(take('10.0.0.1', 'a4')).toBeNull();
  pass(1);
  expect(take('10.0.0.1', 'a4')).not.toBeNull();
  expect(ended).toEqual(['a2']);
});

test('a download on which the server itself is working is ended last, even if the work takes long', () => {
  const { take, pass, ended } = openPlaces();
  const [working, reading, read] = ['working', 'reading', 'read'].map((name) => take('10.0.0.1', name));
  read?.wait();
  read?.move();
  pass(60_000);
  reading?.wait();
  pass(9999);
  expect(take('10.0.0.1', 'a4')).toBeNull();
  expect(take('10.0.0.2', 'b1')).not.toBeNull();
  working?.wait();
  pass(9999);
  expect(take('10.0.0.1', 'a5')).toBeNull();
  expect(ended).toEqual(['reading']);
});

test('a slot that was released or lost becomes free only once, even if it is released again', () => {
  const { take, send, pass, ended } = openPlaces();
  const first = send('10.0.0.1', 'a1');
  for (const name of ['a2', 'a3']) take('10.0.0.1', name);
  pass(10_000);
  expect(take('10.0.0.1', 'a4')).not.toBeNull();
  first?.release();
  expect(take('10.0.0.1', 'a5')).toBeNull();
  const second = take('10.0.0.2', 'b1');
  for (let times = 0; times < 2; times += 1) second?.release();
  expect(take('10.0.0.1', 'a6')).not.toBeNull();
  expect(take('10.0.0.1', 'a7')).toBeNull();
  expect(ended).toEqual(['a1', 'a2']);
});
