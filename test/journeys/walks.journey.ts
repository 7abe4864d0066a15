import { expect, test } from 'vitest';
import type { Tour } from '#test/support/tours.ts';
import { walkOnDesktop, walkOnPhone } from '#test/support/walk-screens.ts';

/** A screen with one fault of each kind that the walks detect. */
const faulty: Tour = {
  what: 'a screen with faults',
  hasOwnNames: true,
  async visit(page, _url, look) {
    await page.setContent(`<!doctype html><html lang="en"><head><title>Faults</title><style>
      html { color: #000; background: #fff }
      .dark body { background: #555; color: #777 }
      .short { height: 1.5rem; width: 12rem; overflow: hidden }
      /** A small angle, so that its text never covers the line above. */
      @keyframes turn { to { rotate: 1deg } }
      .turning { animation: turn 9s infinite }
    </style></head><body><main><h1>Faults</h1>
      <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
      <p style="width: 350px; white-space: nowrap">A line that needs three hundred and forty px</p>
      <p class="short">Fits unless large, as two lines</p>
      <p class="turning">Turns</p>
      <p><a href="/one">Read</a> <a href="/two">Read</a></p>
    </main></body></html>`);
    await look('faulty');
  },
};

test('a walk on a phone reports axe violations, colours in both themes, cut text on narrow screens or with large text, and motion', async () => {
  const found = await walkOnPhone(faulty);
  for (const fault of [
    /^faulty, light: image-alt: /,
    /^faulty, dark: color-contrast: /,
    /^faulty, 320 px: the page is \d+ px wide in 320$/,
    /^faulty, text at 200 %, 320 px: "Fits unless large/,
    /^faulty, P turning for .* moves$/,
  ])
    expect(found).toContainEqual(expect.stringMatching(fault));
  // Elements that are right in one of them are not reported.
  expect(found.filter((each) => /light: color-contrast|^faulty, 320 px: "Fits/.test(each))).toEqual([]);
});

test('a walk on a desktop reports axe violations, colours in both themes, and ambiguous names', async () => {
  const found = await walkOnDesktop(faulty);
  for (const fault of [
    /^faulty, light: image-alt: /,
    /^faulty, dark: color-contrast: /,
    /^faulty, a "Read" is 2 things$/,
  ])
    expect(found).toContainEqual(expect.stringMatching(fault));
  expect(found.filter((each) => each.includes('light: color-contrast'))).toEqual([]);
});
