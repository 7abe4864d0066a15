import { expect, test } from 'vitest';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { checkPlace } from './write-materials.ts';

const right = { subject: 'C', facultyId: 'csit', semesterId: '1' };

/** Returns the type and the message of the thrown error. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error)
      return `${String(Reflect.get(error, 'type'))}: ${error.message.replace('Invalid document structure: ', '')}`;
  }
  return 'accepted';
}

test('rejects a faculty, term or subject outside the catalogue, and lists the possible ones', () => {
  const catalogue = parseCatalogue({
    faculties: [
      {
        id: 'csit',
        name: 'BSc CSIT',
        type: 'semester',
        duration: 8,
        structure: [{ id: '1', name: 'Semester 1', subjects: [{ name: 'C' }, { name: 'Physics' }] }],
      },
    ],
  });
  const fault = (change: object) =>
    refusal(() => checkPlace(catalogue, { ...right, ...change })).replace('document_invalid_structure: ', '');
  expect(fault({})).toBe('accepted');
  expect(fault({ facultyId: 'bca' })).toBe(
    'Attribute "facultyId" has invalid format. "bca" is not in the catalogue. Choose one of: csit',
  );
  expect(fault({ semesterId: '2' })).toBe(
    'Attribute "semesterId" has invalid format. "2" is not in BSc CSIT. Choose one of: 1',
  );
  expect(fault({ subject: 'c' })).toBe(
    'Attribute "subject" has invalid format. "c" is not in Semester 1 of BSc CSIT. Choose one of: C, Physics',
  );
});
