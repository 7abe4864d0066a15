import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkCatalogue, InvalidCatalogueFile, readCatalogue } from './catalogue-file.ts';

async function writeCatalogue(content: unknown): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-catalogue-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'own.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const faculty = (structure: unknown) => ({
  faculties: [{ id: 'law', name: 'Law', type: 'year', duration: 3, structure }],
});

test('the shipped catalogues list their programmes in order', async () => {
  const main = await readCatalogue('tribhuvan');
  expect(main.faculties.map((each) => each.id).join(' ')).toBe(
    'csit bca cs_ai bim mbbs bba civil-eng llb bed bpharm elec-eng bph ba bsw bhm',
  );
  const three = await readCatalogue('three-faculties');
  expect(three.faculties.map((each) => each.name)).toEqual(['Medical', 'Management', 'CTEVT']);
  for (const each of three.faculties) {
    expect(each.terms).toHaveLength(8);
    for (const term of each.terms) expect(term.subjects).toHaveLength(5);
  }
});

test('terms are named as in the specification: Semester N, First Semester, Year N and similar', async () => {
  for (const catalogue of ['tribhuvan', 'three-faculties']) {
    const { faculties } = await readCatalogue(catalogue);
    for (const term of faculties.flatMap((faculty) => faculty.terms))
      expect(term.name).toMatch(/^(?:(?:Semester|Year) \d+|\p{Lu}[\p{L}-]+ (?:Semester|Year))\b/u);
  }
});

test('programmes have the number of terms in the specification', async () => {
  const { faculties } = await readCatalogue('tribhuvan');
  const durations = (type: string) =>
    new Set(faculties.filter((each) => each.type === type && each.id !== 'mbbs').map((each) => each.duration));
  expect(faculties.find((each) => each.id === 'mbbs')?.duration).toBe(5.5);
  expect(durations('semester')).toEqual(new Set([8]));
  expect(durations('year')).toEqual(new Set([3, 4]));
});

test('an operator may use a custom catalogue', async () => {
  const file = await writeCatalogue(faculty([{ id: '1', name: 'Year 1', subjects: [{ name: 'C' }, { name: 'C++' }] }]));
  const catalogue = await readCatalogue(file);
  expect(catalogue.faculties[0]?.terms[0]?.subjects.map((subject) => subject.slug)).toEqual(['c', 'c-2']);
});

test('a mistake is reported in one line that names the entry', async () => {
  const noSubjects = await writeCatalogue(faculty([{ id: '1', name: 'Year 1', subjects: [] }]));
  await expect(readCatalogue(noSubjects)).rejects.toThrow(/faculty "law", term "1".*must name at least one subject/);
  const twice = await writeCatalogue(
    faculty([{ id: '1', name: 'Year 1', subjects: [{ name: 'Torts' }, { name: 'Torts' }] }]),
  );
  await expect(readCatalogue(twice)).rejects.toThrow(
    `setting CATALOGUE: ${twice}: faculty "law", term "1", subject "Torts", "name": is listed twice`,
  );
  const broken = await writeCatalogue('{ not json');
  await expect(readCatalogue(broken)).rejects.toThrow(`setting CATALOGUE: ${broken}: is not JSON: `);
  await expect(readCatalogue('nowhere')).rejects.toThrow(
    'is not tribhuvan, three-faculties or a file that can be read',
  );
});

test('a file with a byte order mark is read', async () => {
  const file = await writeCatalogue(
    `\uFEFF${JSON.stringify(faculty([{ id: '1', name: 'Year 1', subjects: [{ name: 'Torts' }] }]))}`,
  );
  expect((await readCatalogue(file)).faculties.map(({ id }) => id)).toEqual(['law']);
});

test('a check lists every fault and every unknown key, and the server logs such keys', async () => {
  const subjects = [{ name: 'Torts', formely: ['Wrongs'] }];
  const file = await writeCatalogue(faculty([{ id: '1', name: 'Year 1', subjects }]));
  const ignored = [expect.stringContaining('subject "Torts", "formely": is ignored')];
  expect((await checkCatalogue(file)).unknownKeys).toEqual(ignored);
  const warnings: object[] = [];
  await readCatalogue(file, { warn: (facts) => void warnings.push(facts) });
  expect(warnings).toEqual([{ file, unknownKeys: ignored }]);
  const wrong = await writeCatalogue(faculty([{ id: '1', name: '', subjects: [...subjects, ...subjects] }]));
  const error = await checkCatalogue(wrong).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidCatalogueFile);
  expect(error).toMatchObject({
    faults: ['faculty "law", term "1", "name": must not be empty', expect.stringContaining('is listed twice')],
    unknownKeys: [...ignored, ...ignored],
  });
});
