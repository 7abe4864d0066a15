import { useSyncExternalStore } from 'react';

/** The window's size in CSS pixels and the screen's device pixels per CSS pixel, updated as they change. */
export function useWindowSize(): { width: number; height: number; pixelRatio: number } {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  const pixelRatio = useSyncExternalStore(onResize, () => window.devicePixelRatio);
  return { width, height, pixelRatio };
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
