import { expect, test } from 'vitest';
import { readFrameMessage, maxFrameHeight } from './frame-messages.ts';

test('the words of the frame are understood', () => {
  for (const word of [
    { frame: 'ready' },
    { frame: 'shown' },
    { frame: 'escape' },
    { frame: 'size', height: 900 },
    { frame: 'scroll', top: 0 },
    { frame: 'print', html: '<p>' },
  ])
    expect(readFrameMessage(word)).toEqual(word);
});

test('anything else is not, whoever says it', () => {
  for (const said of [
    null,
    'ready',
    ['ready'],
    {},
    { frame: 'close' },
    { frame: 'size' },
    { frame: 'size', height: 0 },
    { frame: 'size', height: Number.NaN },
    { frame: 'size', height: '900' },
    { frame: 'size', height: Number.POSITIVE_INFINITY },
    { frame: 'scroll', top: -1 },
    { frame: 'print', html: 5 },
    { frame: 'print', html: 'x'.repeat(20_000_001) },
  ])
    expect(readFrameMessage(said)).toBeNull();
});

test('a word says no more than belongs to it, and a paper is at most so tall', () => {
  expect(readFrameMessage({ frame: 'escape', html: '<script>' })).toEqual({ frame: 'escape' });
  expect(readFrameMessage({ frame: 'size', height: 1e9 })).toEqual({ frame: 'size', height: maxFrameHeight });
  expect(readFrameMessage({ frame: 'size', height: 10.2 })).toEqual({ frame: 'size', height: 11 });
});
