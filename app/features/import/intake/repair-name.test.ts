import { expect, test } from 'vitest';
import { repairName } from './repair-name.ts';

test.each([
  ['L”sungen', 'Lösungen'],
  ['Aufgaben_L”sungen', 'Aufgaben_Lösungen'],
  ['fran‡ais', 'français'],
  ['r‚sum‚', 'résumé'],
  ['Einf\u0081hrung L”sung', 'Einführung Lösung'],
  ['Einf\u0081hrung', 'Einführung'],
  ['FranÃ§ais Ã©conomie', 'Français économie'],
  ['Fran├ºais', 'Français'],
  ['à¤—à¤£à¤¿à¤¤', 'गणित'],
  ['#U0917#U0923#U093f#U0924 2079', 'गणित 2079'],
])('%s, which was read in a wrong encoding, becomes %s', (read, name) => {
  expect(repairName(read)).toBe(name);
});

test.each([
  'Lösungen',
  'Français',
  'गणित 2079',
  '操作系统',
  'Экзамен',
  '“Quoted” name',
  '„Zitat” am Ende',
  'the banker’s algorithm',
  'wait…what',
  'a–b',
  '5”x7” paper',
  'Straáe',
  'Unit #U',
  '100€',
  'Škoda',
])('%s, which may be meant so, stays', (name) => {
  expect(repairName(name)).toBe(name);
});
