import { expect, test } from 'vitest';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { findFormFaults, describeFaults } from './material-fields.ts';
import {
  changeForm,
  draftOf,
  emptyForm,
  formOf,
  titleOf,
  titleOfFile,
  type MaterialForm,
  type TypedAttribute,
} from './material-form.ts';

const faculties: FacultySummary[] = [
  {
    id: 'csit',
    name: 'BSc CSIT',
    fullName: 'BSc CSIT',
    university: null,
    type: 'semester',
    duration: 8,
    description: '',
    terms: [{ id: '3', name: 'Semester 3', subjectCount: 5 }],
  },
];

const note: Material = {
  id: 'n1',
  kind: 'note',
  title: 'Trees',
  subject: 'Data Structures',
  facultyId: 'csit',
  semesterId: '3',
  year: null,
  fileId: 'f1',
  fileType: 'application/pdf',
  fileSize: 2048,
  pageCount: 2,
  coverFileId: null,
  yearBs: null,
  filePassword: null,
  filePasswordNote: null,
  isSample: false,
  sequence: 1,
  createdAt: '2026-03-04T05:06:07.089+00:00',
  updatedAt: '2026-03-04T05:06:07.089+00:00',
  permissions: ['read("any")'],
  deletedAt: null,
};

/** Returns the missing attributes, in the order of the form. */
function missingFrom(form: MaterialForm): string[] {
  const faults = Object.entries(findFormFaults(form, faculties));
  return faults.filter(([, fault]) => fault === 'missing').map(([name]) => name);
}

const type = (form: MaterialForm, attribute: TypedAttribute, text: string) =>
  changeForm(form, { type: 'typed', attribute, text });

const pdf = (name = 'Data Structures 2080.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

function filledForm(): MaterialForm {
  const chosen = changeForm(emptyForm('paper'), { type: 'file', file: pdf() });
  return { ...chosen, facultyId: 'csit', semesterId: '3', subject: 'Data Structures', year: '2024' };
}

test('choosing a file while the title is empty sets the title from its name', () => {
  expect(changeForm(emptyForm(), { type: 'file', file: pdf() }).title).toBe('Data Structures 2080');
});

test('choosing a file does not change a title that was typed', () => {
  const typed = type(emptyForm(), 'title', 'Board question');
  expect(changeForm(typed, { type: 'file', file: pdf() }).title).toBe('Board question');
});

test('until a title is typed it follows the chosen file, even if that is refused, replaced or removed', () => {
  const refused = changeForm(emptyForm(), { type: 'file', file: pdf('shopping list.pdf') });
  const replaced = changeForm(refused, { type: 'file', file: pdf('Waves.pdf') });
  expect(replaced.title).toBe('Waves');
  const takenBack = changeForm(replaced, { type: 'file', file: null });
  expect(takenBack.title).toBe('');
  const html = changeForm(emptyForm('paper'), { type: 'file', file: pdf('paper.html') });
  expect(changeForm(html, { type: 'kind', kind: 'note' }).title).toBe('');
  const typed = type(replaced, 'title', 'Waves and light');
  expect(changeForm(typed, { type: 'file', file: null }).title).toBe('Waves and light');
});

test('a title that was emptied is taken from the file’s name on publishing', () => {
  const chosen = changeForm(emptyForm('note'), { type: 'file', file: pdf('Waves.pdf') });
  const emptied = type(chosen, 'title', '  ');
  expect([titleOf(emptied), missingFrom(emptied)]).toEqual(['Waves', ['facultyId', 'semesterId', 'subject']]);
  expect(changeForm(emptied, { type: 'file', file: pdf('Light.pdf') }).title).toBe('Light');
  expect(titleOf(emptyForm())).toBe('');
  expect(titleOf(type(chosen, 'title', ' Waves, again '))).toBe('Waves, again');
});

test('a year may be any from 1900 to 2200, and only papers need one', () => {
  const faultOf = (kind: 'paper' | 'note', year: string) => {
    const form = kind === 'paper' ? filledForm() : formOf(note);
    return describeFaults({ ...form, year }, faculties).year ?? null;
  };
  for (const year of ['1900', '2080', '2200']) expect(faultOf('paper', year)).toBeNull();
  for (const year of ['1899', '2201', '20x0', '2020.5', '2e3', '+2020'])
    expect(faultOf('note', year)).toContain('1900 to 2200');
  expect(faultOf('paper', ' ')).toBe('Choose the year of the exam.');
  expect(faultOf('note', '')).toBeNull();
});

test('another faculty resets level and subject, another level resets the subject', () => {
  const form = filledForm();
  expect(type(form, 'facultyId', 'bca')).toMatchObject({ facultyId: 'bca', semesterId: '', subject: '' });
  expect(type(form, 'semesterId', '4')).toMatchObject({ facultyId: 'csit', semesterId: '4', subject: '' });
});

test('in an empty form everything is missing, in the order on screen', () => {
  expect(missingFrom(emptyForm('paper'))).toEqual(['facultyId', 'semesterId', 'subject', 'year', 'title', 'fileId']);
});

test('only question papers need a year', () => {
  const form = { ...filledForm(), year: '' };
  expect(missingFrom(form)).toEqual(['year']);
  expect(missingFrom({ ...form, kind: 'note' })).toEqual([]);
});

test('a title of spaces counts as missing if there is no file', () => {
  expect(missingFrom({ ...filledForm(), title: '   ', file: null })).toEqual(['title', 'fileId']);
});

test('publishing clears file, title, faculty, level, subject and year and keeps the kind', () => {
  const form = filledForm();
  const cleared = changeForm(form, { type: 'published' });
  expect(cleared).toMatchObject({
    kind: 'paper',
    facultyId: '',
    semesterId: '',
    subject: '',
    year: '',
    title: '',
    file: null,
  });
  expect(cleared.materialId).not.toBe(form.materialId);
});

test('the next file gets the place of the last one, unless another was chosen or the last one forgotten', () => {
  const published = changeForm(filledForm(), { type: 'published' });
  const place = { facultyId: 'csit', semesterId: '3', subject: 'Data Structures' };
  expect(changeForm(published, { type: 'file', file: pdf() })).toMatchObject({ ...place, year: '' });
  expect(changeForm(published, { type: 'file', file: null })).toMatchObject({ facultyId: '' });
  const other = { facultyId: 'bca', semesterId: '', subject: '' };
  const elsewhere = type(published, 'facultyId', 'bca');
  expect(changeForm(elsewhere, { type: 'file', file: pdf() })).toMatchObject(other);
  const forgotten = changeForm(published, { type: 'lastPlaceForgotten' });
  expect(changeForm(forgotten, { type: 'file', file: pdf() })).toMatchObject({ ...other, facultyId: '' });
});

test('a place from the address is filled in, and the file and its title stay', () => {
  const withFile = changeForm(emptyForm('note'), { type: 'file', file: pdf('Waves.pdf') });
  const form = changeForm(withFile, { type: 'years', year: '2020', yearBs: '2077', isChosen: false });
  const wanted = {
    kind: 'paper',
    facultyId: 'csit',
    semesterId: '3',
    subject: 'Data Structures',
    year: '2024',
  } as const;
  expect(changeForm(form, { type: 'placed', ...wanted })).toMatchObject({
    ...wanted,
    yearBs: '',
    title: 'Waves',
    file: form.file,
  });
});

test('the ids of file and record stay while the form is filled in, and another file gets a new id', () => {
  const form = filledForm();
  const retitled = type(form, 'title', 'Other');
  expect(retitled.file?.fileId).toBe(form.file?.fileId);
  expect(retitled.materialId).toBe(form.materialId);
  expect(changeForm(form, { type: 'file', file: pdf() }).file?.fileId).not.toBe(form.file?.fileId);
});

test('an HTML file is removed when the kind changes from question papers', () => {
  const form = changeForm(emptyForm('paper'), { type: 'file', file: pdf('paper.html') });
  expect(changeForm(form, { type: 'kind', kind: 'note' }).file).toBeNull();
  expect(changeForm(filledForm(), { type: 'kind', kind: 'note' }).file).not.toBeNull();
});

test('a title from a file name only loses the extension', () => {
  expect(titleOfFile('v1.2 notes.PDF')).toBe('v1.2 notes');
  expect(titleOfFile('.pdf')).toBe('.pdf');
  expect(titleOfFile(`${'long '.repeat(80)}.pdf`).length).toBeLessThanOrEqual(255);
});

test('an edited material keeps its title when another file is chosen, and an empty title is missing', () => {
  const replaced = changeForm(formOf(note), { type: 'file', file: pdf('Waves.pdf') });
  expect(replaced.title).toBe('Trees');
  const emptied = type(replaced, 'title', ' ');
  expect([titleOf(emptied), missingFrom(emptied)]).toEqual(['', ['title']]);
});

test('a faculty or level that is no longer in the catalogue counts as missing', () => {
  expect(missingFrom(formOf({ ...note, semesterId: '9' }))).toEqual(['semesterId']);
  expect(missingFrom(formOf({ ...note, facultyId: 'astrology' }))).toEqual(['facultyId', 'semesterId']);
});

test('an attribute that the kind does not have is not published, even if it was filled in for another kind', () => {
  const image = new File(['x'], 'cover.png', { type: 'image/png' });
  const book = changeForm({ ...filledForm(), kind: 'book' }, { type: 'cover', file: image });
  expect(draftOf(book)).toMatchObject({ year: null, coverFileId: book.cover?.fileId });
  expect(draftOf({ ...book, kind: 'paper' })).toMatchObject({ year: 2024, coverFileId: null });
  expect(draftOf({ ...book, kind: 'note' })).toMatchObject({ year: null, coverFileId: null });
});

const chooseBs = (form: MaterialForm, yearBs: string, year: string, isChosen = false) =>
  changeForm(form, { type: 'years', year, yearBs, isChosen });

test("a year of Bikram Sambat gets its year AD from the file's date, before and after the file is chosen", () => {
  const dated = pdf('DSA 2079 Chaitra.pdf');
  const before = changeForm(emptyForm('paper'), { type: 'file', file: dated });
  expect(chooseBs(before, '2079', '2022')).toMatchObject({ year: '2023', yearBs: '2079' });
  const after = chooseBs(emptyForm('paper'), '2079', '2022');
  expect(after).toMatchObject({ year: '2022', yearBs: '2079' });
  expect(changeForm(after, { type: 'file', file: dated })).toMatchObject({ year: '2023', yearBs: '2079' });
  const chosen = chooseBs(after, '2079', '2022', true);
  expect(changeForm(chosen, { type: 'file', file: dated })).toMatchObject({ year: '2022' });
});

test('an edited material gets its year AD from the first page, and does not count as changed because that was read', () => {
  const edited = formOf({ ...note, year: 2022, yearBs: 2079 });
  const read = changeForm(edited, { type: 'read', firstPage: 'Final exam, 2079 Magh' });
  expect(read).toMatchObject({ year: '2022', yearBs: '2079' });
  expect(chooseBs(read, '2079', '2022')).toMatchObject({ year: '2023', yearBs: '2079' });
});

test('a year AD outside the year of Bikram Sambat clears it, so that they never contradict each other', () => {
  const form = { ...filledForm(), year: '2022', yearBs: '2079' };
  expect(type(form, 'year', '2023')).toMatchObject({ year: '2023', yearBs: '2079' });
  expect(type(form, 'year', '2021')).toMatchObject({ year: '2021', yearBs: '' });
  expect(draftOf(form)).toMatchObject({ year: 2022, yearBs: 2079 });
  expect(draftOf(type(form, 'year', '२०२३'))).toMatchObject({ year: 2023, yearBs: 2079 });
  expect(findFormFaults({ ...form, year: '2021' }, faculties)).toEqual({ yearBs: 'format' });
  expect(draftOf({ ...form, kind: 'note' })).toMatchObject({ year: null, yearBs: null });
});
