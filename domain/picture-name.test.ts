import { expect, test } from 'vitest';
import { readPictureName } from './picture-name.ts';

test.each([
  ['WhatsApp Image 2024-03-02 at 1.00.10 PM (1).jpeg', 'whatsapp image', '2024-03-02', '13:00:10'],
  ['Screenshot 2024-03-02 at 12.05.12\u202fAM.png', 'screenshot', '2024-03-02', '00:05:12'],
  ['Screenshot_20240302-101112_Chrome.jpg', 'screenshot', '2024-03-02', '10:11:12'],
  ['IMG_20240302_101112_HDR.jpg', 'img', '2024-03-02', '10:11:12'],
  ['PXL_20240302_101112345~2.jpg', 'pxl', '2024-03-02', '10:11:12'],
  ['IMG-20240302-WA0005.jpg', 'img', '2024-03-02', null],
  ['20240302_101112(0).jpg', '', '2024-03-02', '10:11:12'],
  ['photo_5@02-03-2024_10-11-12.jpg', 'photo', '2024-03-02', '10:11:12'],
  ['Photo on 02-03-24 at 10.11 #2.jpg', 'photo on', '2024-03-02', '10:11:00'],
  ['CamScanner 03-02-2024 10.11_12.jpg', 'camscanner', '2024-03-02', '10:11:00'],
  ['DocScanner 02-Mar-2024 5-06 pm_1.jpg', 'docscanner', '2024-03-02', '17:06:00'],
  ['Mar 2, 2024 notes 3.jpg', 'notes', '2024-03-02', null],
  ['IMG_0012 2.HEIC', 'img', null, null],
  ['IMG_2079.HEIC', 'img', null, null],
  ['DBMS 2079 page 3 (1).jpg', 'dbms 2079 page', null, null],
  ['DBMS 2079.jpg', 'dbms 2079', null, null],
  ['DBMS 2079 - Copy (2).jpg', 'dbms 2079', null, null],
  ['Copy of DBMS 2079 page 3.jpg', 'dbms 2079 page', null, null],
  ['scan.jpg', 'scan', null, null],
  ['scan (10).jpg', 'scan', null, null],
  ['scan 2010.jpg', 'scan', null, null],
  // Neither a day, nor one of our calendar, nor a time.
  ['20241332.jpg', '', null, null],
  ['DBMS 2080-02-32.jpg', 'dbms 2080 02', null, null],
  ['IMG_20240302_000060.jpg', 'img', '2024-03-02', null],
  ['🙂.jpg', '', null, null],
])('%s: the pattern is "%s", the day %s, the time %s', (name, pattern, date, time) => {
  expect(readPictureName(name)).toEqual({ pattern, date, time });
});
