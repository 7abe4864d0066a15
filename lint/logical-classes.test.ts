import { expect, test } from 'vitest';
import { findPhysical } from './logical-classes.js';

test.each([
  ['ml-2', 'ms-2'],
  ['-mr-1.5', '-me-1.5'],
  ['mr-auto', 'me-auto'],
  ['pl-[3px]', 'ps-[3px]'],
  ['pr-(--gap)', 'pe-(--gap)'],
  ['scroll-ml-4', 'scroll-ms-4'],
  ['scroll-pl-36', 'scroll-ps-36'],
  ['left-0', 'start-0'],
  ['right-1/2', 'end-1/2'],
  ['-left-px', '-start-px'],
  ['text-left', 'text-start'],
  ['text-right', 'text-end'],
  ['float-left', 'float-start'],
  ['border-l', 'border-s'],
  ['border-r-transparent', 'border-e-transparent'],
  ['rounded-l-lg', 'rounded-s-lg'],
  ['rounded-tl-card', 'rounded-ss-card'],
  ['rounded-br', 'rounded-ee'],
  ['md:max-lg:pr-1', 'md:max-lg:pe-1'],
  ['max-sm:-ml-4', 'max-sm:-ms-4'],
  ['[&_ul]:pl-6', '[&_ul]:ps-6'],
  ['[&_:is(th,td)]:text-left', '[&_:is(th,td)]:text-start'],
  ['max-[18rem]:pr-4!', 'max-[18rem]:pe-4!'],
  ['!right-0', '!end-0'],
])('finds %s', (physical, logical) => {
  expect(findPhysical(`flex ${physical} gap-2`)).toEqual([[physical, logical]]);
});

test('finds every physical class of a text over several lines', () => {
  expect(findPhysical('pl-1\n  text-left')).toEqual([
    ['pl-1', 'ps-1'],
    ['text-left', 'text-start'],
  ]);
});

test.each([
  'ms-2 pe-4 start-0 text-end border-s rounded-es-lg scroll-ps-2',
  'mt-2 px-4 inset-x-0 border-b rounded-t-card left right',
  'pages left-out of the picture, right-hand side',
  'mr-x place-items-center flow-right-0',
  'm-left-2',
])('accepts %j', (text) => expect(findPhysical(text)).toEqual([]));
