import { expect, test } from 'vitest';
import { LibraryError } from './library-error.ts';
import { SignInDeclined } from './library-problem.ts';
import { createSignedInCaller } from './signed-in-caller.ts';

const signedOut = () =>
  new LibraryError(401, { type: 'user_unauthorized', message: 'The current user is not authorized.' });

test('a call that succeeds is made once, without asking for the password', async () => {
  const call = createSignedInCaller(() => Promise.reject(new Error('asked')));
  await expect(call(async () => 'done')).resolves.toBe('done');
});

test('when several calls find the session ended, the password prompt opens once and all continue', async () => {
  let asked = 0;
  let isSignedIn = false;
  const call = createSignedInCaller(async () => {
    asked += 1;
    await Promise.resolve();
    isSignedIn = true;
  });
  const work = async () => {
    if (!isSignedIn) throw signedOut();
    return 'done';
  };
  await expect(Promise.all([call(work), call(work), call(work)])).resolves.toEqual(['done', 'done', 'done']);
  expect(asked).toBe(1);
});

test('a call sent before the sign-in that fails after it is repeated without a prompt', async () => {
  let asked = 0;
  const call = createSignedInCaller(async () => {
    asked += 1;
  });
  const late = Promise.withResolvers<never>();
  let tries = 0;
  const slow = call(async () => ((tries += 1) === 1 ? late.promise : 'done'));
  let first = true;
  await call(async () => {
    if (!first) return;
    first = false;
    throw signedOut();
  });
  late.reject(signedOut());
  await expect(slow).resolves.toBe('done');
  expect(asked).toBe(1);
});

test('cancelling fails the waiting calls, and the next call opens the prompt again', async () => {
  let asked = 0;
  const call = createSignedInCaller(async () => {
    asked += 1;
    throw new SignInDeclined();
  });
  const work = () => Promise.reject(signedOut());
  await expect(call(work)).rejects.toBeInstanceOf(SignInDeclined);
  await expect(call(work)).rejects.toBeInstanceOf(SignInDeclined);
  expect(asked).toBe(2);
});

test('an account without permission is not asked for its password repeatedly', async () => {
  let asked = 0;
  const call = createSignedInCaller(async () => {
    asked += 1;
  });
  await expect(call(() => Promise.reject(signedOut()))).rejects.toMatchObject({ type: 'user_unauthorized' });
  expect(asked).toBe(1);
});

test('other errors are passed on unchanged', async () => {
  const call = createSignedInCaller(() => Promise.reject(new Error('asked')));
  const wrongPassword = new LibraryError(401, { type: 'user_invalid_credentials', message: 'Invalid credentials.' });
  await expect(call(() => Promise.reject(wrongPassword))).rejects.toBe(wrongPassword);
});
