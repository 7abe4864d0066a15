import { useSyncExternalStore } from 'react';

/** A value that components follow with `useSyncExternalStore`. */
type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  update: (change: Partial<Value>) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: Value) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    set,
    update: (change) => set({ ...value, ...change }),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Subscribes to a store and returns its value. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
