import { expect, test } from 'vitest';
import {
  changePlace,
  changeUploadForm,
  emptyUploadForm,
  findYearFault,
  missingFields,
  titleOfFile,
  titleToPublish,
  type UploadForm,
} from './material-form.ts';

const pdf = (name = 'Data Structures 2080.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

function filledForm(): UploadForm {
  const chosen = changeUploadForm(emptyUploadForm('paper'), { type: 'file', file: pdf() });
  return { ...chosen, facultyId: 'csit', semesterId: '3', subject: 'Data Structures', year: '2024' };
}

test('choosing a file while the title is empty fills the title from its name', () => {
  expect(changeUploadForm(emptyUploadForm(), { type: 'file', file: pdf() }).title).toBe('Data Structures 2080');
});

test('choosing a file leaves a title that was typed alone', () => {
  const typed = changeUploadForm(emptyUploadForm(), { type: 'title', title: 'Board question' });
  expect(changeUploadForm(typed, { type: 'file', file: pdf() }).title).toBe('Board question');
});

test('until a title has been typed it follows the chosen file, also when that is refused, changed or taken back', () => {
  const refused = changeUploadForm(emptyUploadForm(), { type: 'file', file: pdf('shopping list.pdf') });
  const replaced = changeUploadForm(refused, { type: 'file', file: pdf('Waves.pdf') });
  expect(replaced.title).toBe('Waves');
  const takenBack = changeUploadForm(replaced, { type: 'file', file: null });
  expect(takenBack.title).toBe('');
  const html = changeUploadForm(emptyUploadForm('paper'), { type: 'file', file: pdf('paper.html') });
  expect(changeUploadForm(html, { type: 'kind', kind: 'note' }).title).toBe('');
  const typed = changeUploadForm(replaced, { type: 'title', title: 'Waves and light' });
  expect(changeUploadForm(typed, { type: 'file', file: null }).title).toBe('Waves and light');
});

test('a title that was emptied by hand is taken from the file’s name when it is published', () => {
  const chosen = changeUploadForm(emptyUploadForm('note'), { type: 'file', file: pdf('Waves.pdf') });
  const emptied = changeUploadForm(chosen, { type: 'title', title: '  ' });
  expect([titleToPublish(emptied), missingFields(emptied)]).toEqual(['Waves', ['facultyId', 'semesterId', 'subject']]);
  expect(changeUploadForm(emptied, { type: 'file', file: pdf('Light.pdf') }).title).toBe('Light');
  expect(titleToPublish(emptyUploadForm())).toBe('');
  expect(titleToPublish(changeUploadForm(chosen, { type: 'title', title: ' Waves, again ' }))).toBe('Waves, again');
});

test('a year may be any from 1900 to 2200, and only papers need one', () => {
  for (const year of ['1900', '2080', '2200']) expect(findYearFault('paper', year)).toBeNull();
  for (const year of ['1899', '2201', '20x0', '2020.5', '2e3', '+2020'])
    expect(findYearFault('note', year)).toContain('1900 to 2200');
  expect(findYearFault('paper', ' ')).not.toBeNull();
  expect(findYearFault('note', '')).toBeNull();
});

test('another faculty resets level and subject, another level resets the subject', () => {
  const place = { facultyId: 'csit', semesterId: '3', subject: 'Data Structures' };
  expect(changePlace(place, 'facultyId', 'bca')).toEqual({ facultyId: 'bca', semesterId: '', subject: '' });
  expect(changePlace(place, 'semesterId', '4')).toEqual({ facultyId: 'csit', semesterId: '4', subject: '' });
});

test('an untouched form lacks everything, in the order of the screen', () => {
  expect(missingFields(emptyUploadForm('paper'))).toEqual([
    'facultyId',
    'semesterId',
    'subject',
    'year',
    'title',
    'file',
  ]);
});

test('only question papers need a year', () => {
  const form = { ...filledForm(), year: '' };
  expect(missingFields(form)).toEqual(['year']);
  expect(missingFields({ ...form, kind: 'note' })).toEqual([]);
});

test('a title of spaces counts as missing where no file gives one', () => {
  expect(missingFields({ ...filledForm(), title: '   ', file: null })).toEqual(['title', 'file']);
});

test('publishing clears file, title, faculty, level, subject and year and keeps the kind', () => {
  const form = filledForm();
  const cleared = changeUploadForm(form, { type: 'published' });
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

test('the ids of file and record stay while the form is filled in, and a new file gets a new id', () => {
  const form = filledForm();
  const retitled = changeUploadForm(form, { type: 'title', title: 'Other' });
  expect(retitled.file?.fileId).toBe(form.file?.fileId);
  expect(retitled.materialId).toBe(form.materialId);
  expect(changeUploadForm(form, { type: 'file', file: pdf() }).file?.fileId).not.toBe(form.file?.fileId);
});

test('an HTML file is let go when the kind is no longer question papers', () => {
  const form = changeUploadForm(emptyUploadForm('paper'), { type: 'file', file: pdf('paper.html') });
  expect(changeUploadForm(form, { type: 'kind', kind: 'note' }).file).toBeNull();
  expect(changeUploadForm(filledForm(), { type: 'kind', kind: 'note' }).file).not.toBeNull();
});

test('a title from a file name loses the extension alone', () => {
  expect(titleOfFile('v1.2 notes.PDF')).toBe('v1.2 notes');
  expect(titleOfFile('.pdf')).toBe('.pdf');
  expect(titleOfFile(`${'long '.repeat(80)}.pdf`).length).toBeLessThanOrEqual(255);
});
