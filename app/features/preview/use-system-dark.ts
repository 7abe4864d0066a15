import { useSyncExternalStore } from 'react';

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Whether the system is dark now, as it changes. */
export function useSystemDark(): boolean {
  return useSyncExternalStore(watch, () => prefersDark().matches);
}

function watch(changed: () => void): () => void {
  const preference = prefersDark();
  preference.addEventListener('change', changed);
  return () => preference.removeEventListener('change', changed);
}
