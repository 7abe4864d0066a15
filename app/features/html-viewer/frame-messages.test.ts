import { expect, test } from 'vitest';
import { readFrameMessage, maxFrameHeight, followSize, type FrameSize } from './frame-messages.ts';

test('the messages of the frame are parsed', () => {
  for (const message of [
    { frame: 'ready' },
    { frame: 'shown' },
    { frame: 'escape' },
    { frame: 'size', height: 900 },
    { frame: 'scroll', top: 0 },
    { frame: 'print', html: '<p>' },
    { frame: 'text', text: 'Attempt all questions.' },
    { frame: 'hit', top: 100, bottom: 120.5 },
  ])
    expect(readFrameMessage(message)).toEqual(message);
});

test('any other message is ignored, regardless of the sender', () => {
  for (const message of [
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
    { frame: 'text', text: ['all'] },
    { frame: 'text', text: 'x'.repeat(2_000_001) },
    { frame: 'hit', top: 100 },
    { frame: 'hit', top: 100, bottom: 90 },
    { frame: 'hit', top: -1, bottom: 90 },
  ])
    expect(readFrameMessage(message)).toBeNull();
});

test('a message has no further properties, and a height has a limit', () => {
  expect(readFrameMessage({ frame: 'escape', html: '<script>' })).toEqual({ frame: 'escape' });
  expect(readFrameMessage({ frame: 'size', height: 1e9 })).toEqual({ frame: 'size', height: maxFrameHeight });
  expect(readFrameMessage({ frame: 'size', height: 10.2 })).toEqual({ frame: 'size', height: 11 });
});

const start: FrameSize = { height: 800, growths: 0 };

test('the frame has the height of its paper, when that grows or shrinks', () => {
  expect(followSize(start, 1200).height).toBe(1200);
  expect(followSize(followSize(start, 1200), 900).height).toBe(900);
});

test('a paper that always becomes a little taller than its frame stops growing', () => {
  let size = start;
  for (let round = 0; round < 1000; round += 1) size = followSize(size, size.height + 16);
  expect(size.height).toBe(800 + 20 * 16);
});

test('a section can be opened and closed any number of times', () => {
  let size = start;
  for (let round = 0; round < 100; round += 1) size = followSize(followSize(size, 1200), 900);
  expect(followSize(size, 1200).height).toBe(1200);
});
