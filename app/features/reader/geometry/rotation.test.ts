import { expect, test } from 'vitest';
import { isSideways, turn, turnBox, type Rotation } from './rotation.ts';

test('four quarter turns are a full one, in either direction', () => {
  let rotation: Rotation = 0;
  const seen: Rotation[] = [rotation];
  for (let step = 0; step < 4; step += 1) seen.push((rotation = turn(rotation, 1)));
  expect(seen).toEqual([0, 90, 180, 270, 0]);
  expect([turn(0, -1), turn(270, -1)]).toEqual([270, 180]);
});

test('a quarter turn puts the page on its side, a half turn does not', () => {
  expect([0, 90, 180, 270].map((rotation) => isSideways(rotation as Rotation))).toEqual([false, true, false, true]);
});

test('a box in the upper left corner moves to the upper right with a quarter turn, and so on', () => {
  const box = { left: 10, top: 5, width: 30, height: 2 };
  expect(turnBox(box, 90)).toEqual({ left: 93, top: 10, width: 2, height: 30 });
  expect(turnBox(box, 180)).toEqual({ left: 60, top: 93, width: 30, height: 2 });
  expect(turnBox(turnBox(box, 90), 90)).toEqual(turnBox(box, 180));
  expect(turnBox(turnBox(turnBox(box, 90), 90), 90)).toEqual(turnBox(box, 270));
  expect(turnBox(turnBox(box, 270), 90)).toEqual(box);
});
