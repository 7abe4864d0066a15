import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresence, type PresenceWindow } from './live-shelf.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openPage() {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState }),
  });
  const reports: boolean[] = [];
  watchPresence(page as PresenceWindow, (isPresent) => reports.push(isPresent));
  return {
    reports,
    happen: (name: string) => void page.dispatchEvent(new Event(name)),
    show: (visibilityState: DocumentVisibilityState) => {
      page.document.visibilityState = visibilityState;
      page.document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a page counts as absent after being hidden for long, but not for a short time', () => {
  const { reports, show } = openPage();
  show('hidden');
  vi.advanceTimersByTime(59_000);
  show('visible');
  vi.advanceTimersByTime(600_000);
  expect(reports).toEqual([true, true]);
  show('hidden');
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual([true, true, false]);
  show('visible');
  expect(reports).toEqual([true, true, false, true]);
});

test('a page in the back/forward cache is absent at once, and present again when it is shown', () => {
  const { reports, happen } = openPage();
  happen('pagehide');
  happen('pageshow');
  expect(reports).toEqual([true, false, true]);
});

test('without a network the page counts as absent', () => {
  const { reports, happen } = openPage();
  happen('offline');
  happen('online');
  expect(reports).toEqual([true, false, true]);
});
