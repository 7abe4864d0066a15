import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresence, type PresenceWindow } from './watch-presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openPage() {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState }),
  });
  const told: boolean[] = [];
  watchPresence(page as PresenceWindow, (isPresent) => told.push(isPresent));
  return {
    told,
    happen: (name: string) => void page.dispatchEvent(new Event(name)),
    show: (visibilityState: DocumentVisibilityState) => {
      page.document.visibilityState = visibilityState;
      page.document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a page hidden for long counts as absent, one hidden for a short time does not', () => {
  const { told, show } = openPage();
  show('hidden');
  vi.advanceTimersByTime(59_000);
  show('visible');
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual([true, true]);
  show('hidden');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([true, true, false]);
  show('visible');
  expect(told).toEqual([true, true, false, true]);
});

test('a page that the browser puts away is absent at once, and present again when it is shown', () => {
  const { told, happen } = openPage();
  happen('pagehide');
  happen('pageshow');
  expect(told).toEqual([true, false, true]);
});

test('without a network the page counts as absent', () => {
  const { told, happen } = openPage();
  happen('offline');
  happen('online');
  expect(told).toEqual([true, false, true]);
});
