import { useSyncExternalStore } from 'react';
import { useSide } from '#app/features/viewer/side.ts';

/**
 * Returns the window's size in CSS pixels and the screen's device pixels per CSS pixel, updated when they change. While
 * two documents are side by side, returns half of the width.
 */
export function useWindowSize(): { width: number; height: number; pixelRatio: number } {
  const { at } = useSide();
  const width = useSyncExternalStore(onResize, () => window.innerWidth / (at === null ? 1 : 2));
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  const pixelRatio = useSyncExternalStore(onResize, () => window.devicePixelRatio);
  return { width, height, pixelRatio };
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
