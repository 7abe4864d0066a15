import { expect, test } from 'vitest';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { PdfProblem } from '#app/features/reader/pdf/loading/pdf-problem.ts';
import { changeReader, availablePanel, startReading } from './reader-state.ts';

test('the reader starts at zoom 1, without highlight mode, as dark as the system', () => {
  expect(startReading(true, 3)).toMatchObject({ zoom: 1, isHighlighting: false, isDark: true, currentPage: 3 });
});

test('if a document has no table of contents, requesting it opens the thumbnails', () => {
  const asked = changeReader(startReading(false, 1), { type: 'panelOpened', panel: 'contents' });
  const looked = changeReader(asked, { type: 'contentsRead', hasContents: false });
  expect([asked.panel, looked.panel]).toEqual(['contents', 'pages']);
  expect(changeReader(looked, { type: 'panelOpened', panel: 'contents' }).panel).toBe('pages');
  expect(changeReader(looked, { type: 'panelOpened', panel: 'highlights' }).panel).toBe('highlights');
  expect(changeReader(asked, { type: 'contentsRead', hasContents: true }).panel).toBe('contents');
  // If it is closed before the response, it stays closed.
  const closed = changeReader(asked, { type: 'panelClosed' });
  expect(changeReader(closed, { type: 'contentsRead', hasContents: false }).panel).toBeNull();
  // Another version of the file may have one.
  const document = {} as PdfDocument;
  const renewed = changeReader(looked, { type: 'phaseChanged', phase: { name: 'reading', document } });
  expect([renewed.hasContents, availablePanel('contents', renewed.hasContents)]).toEqual([null, 'contents']);
});

test('only one thing is open over the pages at a time, and it closes with the pages', () => {
  let state = changeReader(startReading(false, 1), { type: 'panelOpened', panel: 'contents' });
  state = changeReader(state, { type: 'panelOpened', panel: 'find' });
  expect(state.panel).toBe('find');
  // The bars stay while a panel is open.
  expect(changeReader(state, { type: 'barsMoved', areHidden: true }).areBarsHidden).toBe(false);
  expect(changeReader(state, { type: 'panelClosed' }).panel).toBeNull();
  expect(changeReader(state, { type: 'phaseChanged', phase: { name: 'opening' } }).panel).toBeNull();
});

test('a new colour of a highlight is that of the next ones; a new note is not', () => {
  const highlight = { page: 2, start: 10, end: 16, text: 'tensor' };
  const other = { page: 2, start: 20, end: 26, text: 'scalar' };
  const green = { ...highlight, color: 'green' as const };
  const state = [
    { type: 'highlighted', highlight } as const,
    { type: 'highlighted', highlight: other } as const,
    { type: 'highlightEdited', highlight: green } as const,
    { type: 'highlightEdited', highlight: { ...other, note: 'why' } } as const,
  ].reduce(changeReader, startReading(false, 1));
  expect([state.highlights, state.highlightColor]).toEqual([[green, { ...other, note: 'why' }], 'green']);
});

test('a highlight has its page and text', () => {
  const highlight = { page: 2, start: 10, end: 16, text: 'tensor' };
  const state = changeReader(startReading(false, 1), { type: 'highlighted', highlight });
  expect(state.highlights).toEqual([highlight]);
});

test('going to the current page changes nothing', () => {
  const state = startReading(false, 5);
  expect(changeReader(state, { type: 'pageTurned', page: 5 })).toBe(state);
});

test('a zoom by gesture is rounded to a step; the document rotates by quarter turns', () => {
  let state = changeReader(startReading(false, 1), { type: 'zoomedTo', zoom: 1.47 });
  expect(state.zoom).toBe(1.5);
  for (const direction of [1, 1, -1] as const) state = changeReader(state, { type: 'rotated', direction });
  expect(state.rotation).toBe(90);
});

test('hidden bars return when the document is replaced by something else', () => {
  const hidden = changeReader(startReading(false, 1), { type: 'barsMoved', areHidden: true });
  expect(hidden.areBarsHidden).toBe(true);
  const failed = changeReader(hidden, {
    type: 'phaseChanged',
    phase: { name: 'failed', problem: new PdfProblem('no') },
  });
  expect(failed.areBarsHidden).toBe(false);
});

test('a lost connection is reported until it is back, and opening again starts without it', () => {
  const lost = changeReader(startReading(false, 5), { type: 'lineChanged', isOffline: true });
  expect(lost).toMatchObject({ isOffline: true, brokenBy: null, currentPage: 5 });
  expect(changeReader(lost, { type: 'lineChanged', isOffline: false }).isOffline).toBe(false);
  expect(changeReader(lost, { type: 'phaseChanged', phase: { name: 'opening' } }).isOffline).toBe(false);
});

test('a changed file opens as another document at the same page', () => {
  const document = { pageCount: 9 } as PdfDocument;
  const first = changeReader(startReading(false, 5), { type: 'phaseChanged', phase: { name: 'reading', document } });
  const second = changeReader(first, { type: 'phaseChanged', phase: { name: 'reading', document } });
  expect([first.openings, second.openings, second.currentPage]).toEqual([1, 2, 5]);
});
