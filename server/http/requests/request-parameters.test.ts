import { expect, test } from 'vitest';
import { Problem } from '#contract/problems.ts';
import { listRoutes } from '#contract/routes/routes.ts';
import { checkFields } from './request-parameters.ts';

const wrongValues = [
  undefined,
  null,
  true,
  0.5,
  -1,
  '',
  'x'.repeat(5000),
  {},
  { x: 1 },
  [],
  [0],
  ['x'],
  [{}],
  [{ x: 1 }],
];

/** Terms that only authors of schemas understand. */
const ofProgrammers =
  /Invalid input|Invalid option|expected|received|Too (?:big|small)|Unrecognized|undefined|NaN|\bstring\b|\barray\b/;

test('a refusal of any body or query of any route explains in plain words which values are allowed', () => {
  const messages = new Set<string>();
  for (const { body, query } of listRoutes())
    for (const schema of [body, query])
      for (const name of Object.keys(schema.shape))
        for (const value of wrongValues) {
          try {
            checkFields(schema, { [name]: value });
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            messages.add(error.message);
          }
        }
  expect(messages.size).toBeGreaterThan(50);
  const odd = [...messages].filter(
    (message) => ofProgrammers.test(message) || !/^Invalid `\w+` param: .+[.)]$/.test(message),
  );
  expect(odd).toEqual([]);
});
