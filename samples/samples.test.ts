import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface StoredFile {
  path: string;
  name: string;
}

interface Sample {
  id: string;
  kind: string;
  title: string;
  subject: string;
  facultyId: string;
  semesterId: string;
  year: number | null;
  file: StoredFile;
  cover: StoredFile | null;
  daysAgo: number;
}

interface Faculty {
  id: string;
  structure: { id: string; subjects: { name: string }[] }[];
}

const FOLDER = import.meta.dirname;
const read = (path: string) => readFileSync(join(FOLDER, path));
const { materials } = JSON.parse(read('samples.json').toString()) as { materials: Sample[] };
const { faculties } = JSON.parse(read('../catalogue/tribhuvan.json').toString()) as { faculties: Faculty[] };
const files = materials.flatMap(({ file, cover }) => (cover === null ? [file] : [file, cover]));

test('every sample has a unique id that the contract allows', () => {
  expect(new Set(materials.map(({ id }) => id)).size).toBe(materials.length);
  expect(materials.filter(({ id }) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/.test(id))).toEqual([]);
});

test('every sample has a term and subject of the catalogue', () => {
  const lost = materials.filter(({ facultyId, semesterId, subject }) => {
    const term = faculties.find(({ id }) => id === facultyId)?.structure.find(({ id }) => id === semesterId);
    return term?.subjects.some(({ name }) => name === subject) !== true;
  });
  expect(lost).toEqual([]);
});

test('papers have a year, books a cover, and other kinds have neither', () => {
  expect(materials.filter(({ kind }) => !['paper', 'note', 'revision', 'book'].includes(kind))).toEqual([]);
  expect(materials.filter(({ kind, year }) => (kind === 'paper') !== (typeof year === 'number'))).toEqual([]);
  expect(materials.filter(({ kind, cover }) => (kind === 'book') !== (cover !== null))).toEqual([]);
});

test('three subjects of three programmes have papers of several years, notes and revision sheets', () => {
  const full = new Map<string, number>();
  for (const place of new Set(materials.map(({ facultyId, subject }) => `${facultyId}/${subject}`))) {
    const here = materials.filter(({ facultyId, subject }) => place === `${facultyId}/${subject}`);
    const years = new Set(here.flatMap(({ kind, year }) => (kind === 'paper' ? [year] : [])));
    const [faculty = ''] = place.split('/');
    if (years.size >= 2) full.set(faculty, (full.get(faculty) ?? 0) + 1);
  }
  expect([...full].filter(([, subjects]) => subjects >= 3).length).toBeGreaterThanOrEqual(3);
  expect(materials.filter(({ kind }) => kind === 'book')).toHaveLength(6);
});

test('every file of the folder is used once, and every named file exists', () => {
  const named = files.map(({ path }) => path).toSorted();
  const there = readdirSync(join(FOLDER, 'files'))
    .map((name) => `files/${name}`)
    .toSorted();
  expect(named).toEqual(there);
});

test('every file has the type of its name, and together they are under 6 MB', () => {
  const bytes = files.map(({ path }) => ({ path, content: read(path) }));
  const wrong = bytes.filter(({ path, content }) => {
    if (path.endsWith('.pdf')) return content.subarray(0, 5).toString() !== '%PDF-';
    if (path.endsWith('.webp')) return content.subarray(8, 12).toString() !== 'WEBP';
    return !content.subarray(0, 15).toString().toLowerCase().startsWith('<!doctype html>');
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
  expect(bytes.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(6_000_000);
});

test('an HTML paper loads nothing from other addresses and is marked as a sample', () => {
  for (const { path } of files.filter((file) => file.path.endsWith('.html'))) {
    const html = read(path).toString();
    // The only addresses a paper may contain are text: an exercise about the parts of a URL, and the name of SVG.
    const addresses = html.match(/(?:src|href|action)\s*=|url\(|@import|fetch\(|XMLHttpRequest|<link|<iframe/gi) ?? [];
    expect(addresses, path).toEqual([]);
    expect(html, path).toContain('Sample material – written for Examshelf');
  }
});
