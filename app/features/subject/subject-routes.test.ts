import { expect, test } from 'vitest';
import { subjectKinds } from '#app/features/materials/kind-words.ts';
import { kindOfPath, subjectRoutes } from './subject-routes.ts';

test.each(subjectKinds)('an address of the list of a %s shows its kind in any spelling', (kind) => {
  const address = subjectRoutes[kind].replaceAll('$', '');
  expect([kindOfPath(address), kindOfPath(address.toUpperCase())]).toEqual([kind, kind]);
});

test('a term shows papers, except on the page where a subject to revise is chosen', () => {
  expect(kindOfPath('/faculty/csit/semester/1')).toBe('paper');
  expect(kindOfPath('/faculty/csit/revision/semester/1')).toBe('revision');
});
