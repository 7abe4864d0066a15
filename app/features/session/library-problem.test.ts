import { AppwriteException } from 'appwrite';
import { expect, test } from 'vitest';
import type { ProblemType } from '#contract/problems.ts';
import { LibraryError } from './library-error.ts';
import {
  explainProblem,
  isSignedOutProblem,
  isWorthSendingAgain,
  NetworkFailure,
  problemOf,
  SignInDeclined,
} from './library-problem.ts';

test('the SDK’s exceptions and our own errors are read in the same way', () => {
  const exception = new AppwriteException('Too big.', 400, 'storage_invalid_file_size', '');
  expect(problemOf(exception)).toEqual({ code: 400, type: 'storage_invalid_file_size', message: 'Too big.' });
  expect(problemOf(new LibraryError(400, { type: 'storage_invalid_file_size', message: 'Too big.' }))).toEqual(
    problemOf(exception),
  );
  expect(problemOf(new Error('no'))).toBeNull();
  expect(problemOf(new DOMException('stopped', 'AbortError'))).toBeNull();
});

test('a refused upload is explained with the message of the server', () => {
  const problem = new LibraryError(400, {
    type: 'storage_invalid_file_size',
    message: 'A file may have at most 200 MB.',
  });
  expect(explainProblem(problem)).toBe('The file is too large. A file may have at most 200 MB.');
});

test('a message that repeats ours is left out', () => {
  const problem = new LibraryError(400, {
    type: 'storage_invalid_file_size',
    message: 'The file is too large: at most 200 MB.',
  });
  expect(explainProblem(problem)).toBe('The file is too large: at most 200 MB.');
});

test('a problem without words of ours is explained by the server alone', () => {
  const message = 'Nothing was changed: 2 materials match now, not 3.';
  expect(explainProblem(new LibraryError(409, { type: 'document_update_conflict', message }))).toBe(message);
});

test('a wrong password is explained in one sentence', () => {
  const problem = new LibraryError(401, { type: 'user_invalid_credentials', message: 'Invalid credentials.' });
  expect(explainProblem(problem)).toBe('Wrong email or password.');
});

test('a lost connection, a server error and a declined password have their own messages', () => {
  expect(explainProblem(new NetworkFailure())).toContain('Can’t reach the library');
  expect(explainProblem(new TypeError('Failed to fetch'))).toContain('Can’t reach the library');
  expect(explainProblem(new LibraryError(500, { type: 'general_unknown', message: 'Server Error' }))).toContain(
    'wrong on the server',
  );
  expect(explainProblem(new SignInDeclined())).toContain('signed out');
});

test('problems of the machine are explained with the server’s message, which contains the solution', () => {
  const full = new LibraryError(507, { type: 'storage_full', message: "The server's disk is full. Empty the trash." });
  expect(explainProblem(full)).toBe("The server's disk is full. Empty the trash.");
  const busy = new LibraryError(503, {
    type: 'general_service_unavailable',
    message: 'Changes have to wait at the moment.',
  });
  expect(explainProblem(busy)).toBe('Changes have to wait at the moment.');
});

test('a wrong password does not count as an ended session', () => {
  expect(isSignedOutProblem(new LibraryError(401, { type: 'user_invalid_credentials', message: '' }))).toBe(false);
  expect(isSignedOutProblem(new LibraryError(401, { type: 'general_unauthorized_scope', message: '' }))).toBe(true);
});

test('invalid content is not sent again; cut off or badly timed requests are', () => {
  const of = (code: number, type: ProblemType) => isWorthSendingAgain(new LibraryError(code, { type, message: '' }));
  const refused = [
    of(400, 'storage_file_empty'),
    of(400, 'storage_file_type_unsupported'),
    of(400, 'storage_invalid_file_size'),
    of(400, 'document_invalid_structure'),
    of(409, 'document_already_exists'),
    of(403, 'user_blocked'),
    isWorthSendingAgain(new Error('a bug')),
  ];
  expect(new Set(refused)).toEqual(new Set([false]));
  const again = [
    of(500, 'general_unknown'),
    of(507, 'storage_full'),
    of(429, 'general_rate_limit_exceeded'),
    of(401, 'general_unauthorized_scope'),
    isWorthSendingAgain(new NetworkFailure()),
    isWorthSendingAgain(new SignInDeclined()),
  ];
  expect(new Set(again)).toEqual(new Set([true]));
});
