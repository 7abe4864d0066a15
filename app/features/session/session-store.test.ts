import { expect, test, vi } from 'vitest';
import { markerKey, type MarkerStorage } from './session-marker.ts';
import { createSessionStore, type SessionCalls } from './session-store.ts';

function makeStorage(marker: string | null): MarkerStorage & { values: Map<string, string> } {
  const values = new Map<string, string>(marker === null ? [] : [[markerKey, marker]]);
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function makeCalls(isAlive = true, isPanelOpen = false): SessionCalls & { made: string[] } {
  const made: string[] = [];
  return {
    made,
    isPanelOpen: async () => isPanelOpen,
    async end() {
      made.push('end');
    },
    async isAlive() {
      made.push('isAlive');
      return isAlive;
    },
  };
}

test('a visitor who never signed in causes no account request', async () => {
  const calls = makeCalls();
  const store = createSessionStore(makeStorage(null));
  await store.start(calls);
  expect(calls.made).toEqual([]);
  expect(store.getState()).toEqual({ isSignedIn: false, isKept: false });
});

test('a full page load ends a session without *Keep me signed in*, once', async () => {
  const calls = makeCalls();
  const storage = makeStorage('page');
  const store = createSessionStore(storage);
  expect(store.getState()).toBeNull();
  await Promise.all([store.start(calls), store.start(calls)]);
  expect(calls.made).toEqual(['end']);
  expect(storage.values.size).toBe(0);
  expect(store.getState()?.isSignedIn).toBe(false);
});

test('a page loaded while a panel is open in another tab shares its session and checks whether it is still valid', async () => {
  const calls = makeCalls(true, true);
  const storage = makeStorage('page');
  const store = createSessionStore(storage);
  await store.start(calls);
  expect(calls.made).toEqual(['isAlive']);
  expect(store.getState()).toEqual({ isSignedIn: true, isKept: false });
  expect(storage.values.get(markerKey)).toBe('page');

  const later = createSessionStore(storage);
  await later.start(makeCalls(false, true));
  expect(later.getState()?.isSignedIn).toBe(false);
  expect(storage.values.size).toBe(0);
});

test('if it is unknown whether a panel is open, a page load ends the session', async () => {
  const calls = { ...makeCalls(), isPanelOpen: () => Promise.reject(new TypeError('no code')) };
  await createSessionStore(makeStorage('page')).start(calls);
  expect(calls.made).toEqual(['end']);
});

test('sign-ins and sign-outs in other tabs are respected while the tabs are asked for open panels', async () => {
  const storage = makeStorage('page');
  const asked = Promise.withResolvers<boolean>();
  const calls = { ...makeCalls(), isPanelOpen: () => asked.promise };
  const store = createSessionStore(storage);
  const started = store.start(calls);
  storage.setItem(markerKey, 'kept');
  asked.resolve(false);
  await started;
  expect(calls.made).toEqual(['isAlive']);
  expect(store.getState()).toEqual({ isSignedIn: true, isKept: true });

  const gone = makeStorage('page');
  const other = createSessionStore(gone);
  const calledAfter = makeCalls(true, true);
  const begun = other.start(calledAfter);
  gone.removeItem(markerKey);
  await begun;
  expect(calledAfter.made).toEqual([]);
  expect(other.getState()?.isSignedIn).toBe(false);
});

test('if ending a session fails, that is logged, and the next page load ends it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const storage = makeStorage('page');
  const store = createSessionStore(storage);
  const offline = new TypeError('offline');
  await store.start({ ...makeCalls(), end: () => Promise.reject(offline) });
  expect(logged.mock.calls).toEqual([['the session was not ended', offline]]);
  expect(store.getState()?.isSignedIn).toBe(false);
  expect(storage.values.get(markerKey)).toBe('page');
});

test('a session with "Keep me signed in" is available immediately, and stays while the server accepts it', async () => {
  const calls = makeCalls();
  const store = createSessionStore(makeStorage('kept'));
  expect(store.getState()).toEqual({ isSignedIn: true, isKept: true });
  await store.start(calls);
  expect(calls.made).toEqual(['isAlive']);
  expect(store.getState()?.isSignedIn).toBe(true);
});

test('the marker of a kept session that the server no longer accepts is removed', async () => {
  const storage = makeStorage('kept');
  const store = createSessionStore(storage);
  await store.start(makeCalls(false));
  expect(store.getState()?.isSignedIn).toBe(false);
  expect(storage.values.size).toBe(0);
});

test('a kept session survives a page load without a network, which is logged', async () => {
  const store = createSessionStore(makeStorage('kept'));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const offline = new TypeError('offline');
  await store.start({ ...makeCalls(), isAlive: () => Promise.reject(offline) });
  expect(logged.mock.calls).toEqual([['the current user was not fetched', offline]]);
  expect(store.getState()?.isSignedIn).toBe(true);
});

test('signing in waits until the previous session has been ended', async () => {
  const ended = Promise.withResolvers<void>();
  const store = createSessionStore(makeStorage('page'));
  void store.start({ ...makeCalls(), end: () => ended.promise });
  const order: string[] = [];
  const settled = store.settled().then(() => order.push('settled'));
  order.push('ended');
  ended.resolve();
  await settled;
  expect(order).toEqual(['ended', 'settled']);
});

test('listeners are notified when someone signs in or out, here and in another tab', () => {
  const storage = makeStorage(null);
  const store = createSessionStore(storage);
  const seen: (boolean | undefined)[] = [];
  const stop = store.subscribe(() => seen.push(store.getState()?.isSignedIn));
  store.setSignedIn({ isKept: true });
  store.setSignedOut();
  storage.setItem(markerKey, 'page');
  store.follow();
  stop();
  store.setSignedOut();
  expect(seen).toEqual([true, false, true]);
});

test('storage that is not accessible is not an error', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const store = createSessionStore({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(store.getState()?.isSignedIn).toBe(false);
  store.setSignedIn({ isKept: false });
  expect(store.getState()?.isSignedIn).toBe(true);
});
