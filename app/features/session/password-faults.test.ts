import { expect, test } from 'vitest';
import { LibraryError } from './library-error.ts';
import { NetworkFailure } from './library-problem.ts';
import { explainRefusedPassword, findPasswordFaults } from './password-faults.ts';

test('a missing, a short and a mistyped password are found before anything is sent', () => {
  expect(findPasswordFaults({ current: '', chosen: 'short', repeated: 'other' })).toEqual({
    current: 'Enter your current password.',
    chosen: 'Use at least 8 characters.',
  });
  expect(findPasswordFaults({ current: 'x', chosen: 'four plain words', repeated: 'four plain word' })).toEqual({
    repeated: 'The two passwords don’t match.',
  });
  expect(findPasswordFaults({ current: 'x', chosen: 'four plain words', repeated: 'four plain words' })).toEqual({});
});

test('a refusal is explained at the field that caused it', () => {
  const wrong = { current: 'That isn’t your current password.' };
  const refusal = (code: number, type: 'user_invalid_credentials' | 'general_argument_invalid', message: string) =>
    explainRefusedPassword(new LibraryError(code, { type, message }));
  expect(refusal(401, 'user_invalid_credentials', 'Invalid credentials.')).toEqual(wrong);
  expect(refusal(400, 'general_argument_invalid', 'Invalid `oldPassword` param: Too short.')).toEqual(wrong);
  expect(refusal(400, 'general_argument_invalid', 'Invalid `password` param: Choose another one.')).toEqual({
    chosen: 'Choose another one.',
  });
  expect(explainRefusedPassword(new NetworkFailure())).toEqual({
    form: 'Can’t reach the library. Check your connection and try again.',
  });
});
