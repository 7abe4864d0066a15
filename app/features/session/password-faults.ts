import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/session/change-password.ts';
import { explainProblem, problemOf } from './library-problem.ts';

/** The values of the form for a new password. */
type TypedPasswords = { current: string; chosen: string; repeated: string };

/** A sentence for each wrong field, and one for the form as a whole. */
export type PasswordFaults = Partial<Record<keyof TypedPasswords | 'form', string>>;

/** The shortest password that the server accepts (contract/schemas/account-schemas.ts). */
const minLength = 8;

/** Returns the faults that can be found before the passwords are sent. */
export function findPasswordFaults({ current, chosen, repeated }: TypedPasswords): PasswordFaults {
  return {
    ...(current === '' && { current: words.enterCurrent }),
    ...(chosen.length < minLength && { chosen: words.tooShort(minLength) }),
    ...(chosen.length >= minLength && chosen !== repeated && { repeated: words.different }),
  };
}

/** Explains why the server refused the new password, at the field that caused it. */
export function explainRefusedPassword(error: unknown): PasswordFaults {
  const problem = problemOf(error);
  if (problem?.type === 'user_invalid_credentials') return { current: words.wrongCurrent };
  const [, name, rule] = /^Invalid `(oldPassword|password)` param: (.+)$/s.exec(problem?.message ?? '') ?? [];
  if (name === 'oldPassword') return { current: words.wrongCurrent };
  if (name === 'password' && rule) return { chosen: serverWords(rule).text };
  return { form: explainProblem(error) };
}
