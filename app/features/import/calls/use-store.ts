import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** Subscribes to a store and returns its value. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
