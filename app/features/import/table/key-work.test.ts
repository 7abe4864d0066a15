import { createElement, useState, type KeyboardEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { handleGridKey, type GridKeys } from './grid-keys.ts';
import { noSelection } from '#app/features/import/rows/row-selection.ts';
import { useRowWindow } from '#app/features/import/rows/use-row-window.ts';

/** Returns rows that count every access. */
function countedRows(count: number) {
  const looks = { count: 0 };
  const list = Array.from({ length: count }, (_, index) => `row ${index}`);
  const ids = new Proxy(list, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks.count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { ids, looks, positions: new Map(list.map((id, index) => [id, index])) };
}

const moves = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End'];

test.each(moves)('%s accesses no more rows among 10,000 than among 30', (key) => {
  const looksAmong = (count: number) => {
    const { ids, positions, looks } = countedRows(count);
    const active = { id: `row ${count - 2}`, column: 2 };
    const nothing = () => {};
    const keys: GridKeys = {
      ids,
      positions,
      active,
      selection: noSelection,
      pageRows: () => 10,
      onActive: nothing,
      onSelection: nothing,
      onEdit: nothing,
      onFillDown: nothing,
      onDiscard: nothing,
      onDiscardDuplicates: nothing,
      onSelectFolder: nothing,
      onPreview: nothing,
      onConfirm: nothing,
      onUndo: nothing,
      onHelp: nothing,
    };
    expect(handleGridKey({ key, nativeEvent: {} } as KeyboardEvent, keys)).toBe(true);
    return looks.count;
  };
  expect(looksAmong(10_000)).toBe(looksAmong(30));
});

test('the table is rerendered without accessing rows that are not on screen', () => {
  const { ids, looks } = countedRows(10_000);
  const looksUntil: number[] = [];
  function Probe() {
    const [renders, setRenders] = useState(1);
    useRowWindow({ ids, scroller: { current: null }, rowHeight: 46, headHeight: 40 }).getVirtualItems();
    looksUntil.push(looks.count);
    if (renders < 3) setRenders(renders + 1);
    return null;
  }
  renderToString(createElement(Probe));
  expect(looksUntil).toHaveLength(3);
  const [first = 0, , third = 0] = looksUntil;
  expect(third - first).toBeLessThan(200);
});
