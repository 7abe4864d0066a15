import type { Page } from 'playwright-core';

type Point = { x: number; y: number };

/** Touch input as from the system, in CSS pixels of the window. */
export type Fingers = {
  /** Puts fingers down, one after the other, in addition to those that are already down. */
  down(...points: Point[]): Promise<void>;
  /** Moves all fingers, in the order in which they were put down, in `steps` steps, and calls `look` after each. */
  move(to: Point[], steps?: number, look?: () => Promise<void>): Promise<void>;
  up(): Promise<void>;
  tap(at: Point): Promise<void>;
};

/** Touch input for a page in a context with touch. */
export async function openFingers(page: Page): Promise<Fingers> {
  const tools = await page.context().newCDPSession(page);
  let there: Point[] = [];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    tools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : there.map((point, id) => ({ ...point, id })),
    });
  const fingers: Fingers = {
    async down(...points) {
      for (const point of points) {
        there = [...there, point];
        await send('touchStart');
      }
    },
    async move(to, steps = 8, look) {
      const from = there;
      for (let step = 1; step <= steps; step += 1) {
        there = from.map((point, index) => {
          const goal = to[index] ?? point;
          return { x: point.x + ((goal.x - point.x) * step) / steps, y: point.y + ((goal.y - point.y) * step) / steps };
        });
        await send('touchMove');
        await look?.();
      }
    },
    async up() {
      there = [];
      await send('touchEnd');
    },
    async tap(at) {
      await fingers.down(at);
      await fingers.up();
    },
  };
  return fingers;
}
