import { expect, test } from 'vitest';
import { askForSpellings, spellingsOf } from './password-spellings.ts';

test('a password of ASCII letters has one spelling', () => {
  expect(spellingsOf('examshelf')).toEqual(['examshelf']);
});

test('letters with marks are tried as typed, in both normal forms and as the bytes of UTF-8', () => {
  expect(spellingsOf('\u00e4')).toEqual(['\u00e4', 'a\u0308', '\u00c3\u00a4']);
  expect(spellingsOf('a\u0308')).toEqual(['a\u0308', '\u00e4', '\u00c3\u00a4']);
  expect(spellingsOf('\u0915')).toEqual(['\u0915', '\u00e0\u00a4\u0095']);
});

test('the user is asked again only after every spelling was wrong', async () => {
  const typed = ['\u00e4', 'plain'];
  const asked: boolean[] = [];
  const answer = askForSpellings(async (isWrong) => {
    asked.push(isWrong);
    return typed.shift() ?? null;
  });
  expect([await answer(false), await answer(true), await answer(true)]).toEqual(['\u00e4', 'a\u0308', '\u00c3\u00a4']);
  expect(asked).toEqual([false]);
  expect(await answer(true)).toBe('plain');
  expect(await answer(true)).toBeNull();
  expect(asked).toEqual([false, true, true]);
});
