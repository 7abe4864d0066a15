import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test.each([
  'password',
  'Password1!',
  'P@ssw0rd',
  'p4$$w0rd2026',
  'admin123',
  '12345678',
  '87654321',
  '11111111',
  '12121212',
  'qwertyuiop',
  '1q2w3e4r',
  'Examshelf2026',
  'iloveyou!!',
])('%s is tried first by strangers', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['correct horse battery', 'a long password', 'much longer', 'tk7bm-x3qhd-9wpfe', 'भौतिक विज्ञान'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test('an address is not a valid password of its own account, whole or in part', () => {
  const own = ['asha@library.example', 'asha.shrestha'];
  expect(isCommonPassword('Asha@Library.example', own)).toBe(true);
  expect(isCommonPassword('AshaShrestha99', own)).toBe(true);
  expect(isCommonPassword('Asha@Library.example')).toBe(false);
});
