import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCatalogue } from './catalogue-file.ts';

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

test('the shipped catalogues hold their programmes in order', async () => {
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

test('terms are named as the specification says: Semester N, First Semester, Year N and similar', async () => {
  for (const catalogue of ['tribhuvan', 'three-faculties']) {
    const { faculties } = await readCatalogue(catalogue);
    for (const term of faculties.flatMap((faculty) => faculty.terms))
      expect(term.name).toMatch(/^(?:(?:Semester|Year) \d+|\p{Lu}[\p{L}-]+ (?:Semester|Year))\b/u);
  }
});

test('programmes last as long as the specification says', async () => {
  const { faculties } = await readCatalogue('tribhuvan');
  const durations = (type: string) =>
    new Set(faculties.filter((each) => each.type === type && each.id !== 'mbbs').map((each) => each.duration));
  expect(faculties.find((each) => each.id === 'mbbs')?.duration).toBe(5.5);
  expect(durations('semester')).toEqual(new Set([8]));
  expect(durations('year')).toEqual(new Set([3, 4]));
});

test('an operator may bring a catalogue of their own', async () => {
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
  await expect(readCatalogue(twice)).rejects.toThrow('faculty "law", term "1": the subject "Torts" is listed twice');
  const broken = await writeCatalogue('{ not json');
  await expect(readCatalogue(broken)).rejects.toThrow('setting CATALOGUE');
  await expect(readCatalogue('nowhere')).rejects.toThrow(
    'is not tribhuvan, three-faculties or a file that can be read',
  );
});
