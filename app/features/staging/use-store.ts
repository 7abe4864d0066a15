import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** The value of a store, followed. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get, get);
}
