import { expect, test } from 'vitest';
import { changeReader, startReading } from '#app/features/reader/state/reader-state.ts';
import { arrangeBars } from './bar-actions.ts';
import { touchActions } from './touch-rows.ts';

const document = {
  pageCount: 3,
  withPage: () => Promise.reject(new Error('unused')),
  findTarget: async () => null,
  pageOf: async () => null,
  knownPageOf: () => null,
  outline: async () => [],
  labels: async () => null,
  isComposed: false,
  metadata: async () => ({ info: {} }),
  attachments: async () => [],
  readAttachment: async () => null,
};
const reading = changeReader(startReading(false, 1), {
  type: 'phaseChanged',
  phase: { name: 'reading', document },
});
const highlighted = changeReader(reading, {
  type: 'highlighted',
  highlight: { page: 1, start: 0, end: 4, text: 'word' },
});
const jumped = changeReader(highlighted, {
  type: 'jumped',
  jump: { from: { page: 1, fraction: 0 }, fromPage: 1, to: 3, by: 'link' },
});
const everything = changeReader(changeReader(jumped, { type: 'neighboursFound', hasNewer: true, hasOlder: true }), {
  type: 'sidesChanged',
  comparing: 'beside',
});

test('the menu has at most nine rows on a touch screen, however much there is to do', () => {
  for (const width of [320, 390, 800, 1440])
    for (const state of [reading, highlighted, jumped, everything]) {
      const bars = arrangeBars(width, { isBeside: state.comparing === 'beside' });
      // The two ends of the zoom are in one row.
      const rows = touchActions(state, Object.values(bars).flat()).filter((name) => name !== 'zoomIn');
      expect(rows.length).toBeLessThanOrEqual(9);
      expect(rows.length).toBeGreaterThan(2);
    }
});

test('on a touch screen the menu leaves out what can not do anything at the moment', () => {
  expect(touchActions(reading, [])).not.toContain('back');
  expect(touchActions(jumped, [])).toContain('back');
  expect(touchActions(reading, ['toggleDark'])).not.toContain('highlights');
  expect(touchActions(highlighted, ['toggleDark'])).toContain('highlights');
  expect(touchActions(reading, [])).not.toContain('newerPaper');
  expect(touchActions(startReading(false, 1), [])).toEqual([
    'toggleDark',
    'share',
    'download',
    'saveOffline',
    'report',
  ]);
});
