import { expect, test } from 'vitest';
import type { FileGuessAnswer } from '#contract/schemas/answer-types.ts';
import { changeForm, emptyForm, type MaterialForm, type MaterialFormAction } from './material-form.ts';
import { propose, suggestionsFor } from './proposals.ts';

const nothing = { value: null, source: 'none' as const, confidence: 0, from: [], inheritedFrom: null };
const sure = <Value>(value: Value, confidence = 0.95) => ({
  value,
  source: 'guess' as const,
  confidence,
  from: ['first page “…”'],
  inheritedFrom: null,
});

/** The guess for the text of a paper's first page. */
const paperGuess: FileGuessAnswer = {
  title: 'Operating Systems 2079 BS',
  fields: {
    facultyId: sure('csit'),
    semesterId: sure('4'),
    subject: sure('Operating Systems'),
    kind: sure('paper'),
    year: { ...sure(2023), bs: 2079 },
  },
  alternatives: [],
  doubtful: [],
  against: [],
};

const emptyGuess: FileGuessAnswer = {
  ...paperGuess,
  title: 'scan0001',
  fields: {
    facultyId: nothing,
    semesterId: nothing,
    subject: nothing,
    kind: nothing,
    year: { ...nothing, bs: null },
  },
  doubtful: ['facultyId', 'semesterId', 'subject', 'kind'],
};

const pdf = (name = 'scan0001.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

function run(form: MaterialForm, ...actions: MaterialFormAction[]): MaterialForm {
  return actions.reduce(changeForm, form);
}

const guessed = (form: MaterialForm, guess: FileGuessAnswer): MaterialForm => changeForm(form, propose(form, guess));

const chosen = (form = emptyForm('paper')) => changeForm(form, { type: 'file', file: pdf() });

test('certain values from a file fill in empty fields, which are marked', () => {
  const form = guessed(chosen(), paperGuess);
  expect(form).toMatchObject({
    facultyId: 'csit',
    semesterId: '4',
    subject: 'Operating Systems',
    year: '2023',
    yearBs: '2079',
    title: 'Operating Systems 2079 BS',
  });
  expect(form.proposed.toSorted()).toEqual(['facultyId', 'semesterId', 'subject', 'title', 'year', 'yearBs']);
  expect(suggestionsFor(form)).toEqual([]);
});

test('values typed or chosen by the user are never overwritten, even if they are empty again', () => {
  const typed = run(
    chosen(),
    { type: 'typed', attribute: 'title', text: 'Board paper' },
    { type: 'typed', attribute: 'facultyId', text: 'bca' },
    { type: 'years', year: '2020', yearBs: '', isChosen: true },
  );
  const form = guessed(typed, paperGuess);
  expect(form).toMatchObject({ title: 'Board paper', facultyId: 'bca', semesterId: '', subject: '', year: '2020' });
  expect(form.proposed).toEqual([]);
  // The other place is offered, because the file names it.
  expect(suggestionsFor(form)).toMatchObject([{ what: 'place', place: { subject: 'Operating Systems' } }]);
  const emptied = run(
    chosen(),
    { type: 'years', year: '2020', yearBs: '', isChosen: true },
    { type: 'years', year: '', yearBs: '', isChosen: false },
  );
  expect(guessed(emptied, paperGuess).year).toBe('');
});

test('a field that the user changes is no longer a proposal, and the dependent fields are cleared', () => {
  const form = guessed(chosen(), paperGuess);
  const changed = changeForm(form, { type: 'typed', attribute: 'facultyId', text: 'bca' });
  expect(changed).toMatchObject({ facultyId: 'bca', semesterId: '', subject: '' });
  expect(changed.proposed.toSorted()).toEqual(['title', 'year', 'yearBs']);
  const retitled = changeForm(form, { type: 'typed', attribute: 'title', text: 'Mine' });
  expect(retitled.proposed).not.toContain('title');
});

test('uncertain values are suggested and not filled in, with the next likely places', () => {
  const other = { facultyId: 'bca', semesterId: '3', subject: 'Operating System', confidence: 0.3 };
  const doubtfulYear = { ...sure(2023, 0.6), bs: 2079 };
  const form = guessed(chosen(), {
    ...paperGuess,
    fields: { ...paperGuess.fields, subject: sure('Operating Systems', 0.6), year: doubtfulYear },
    alternatives: [other],
    doubtful: ['subject', 'year'],
  });
  // The programme and the term are certain.
  expect(form).toMatchObject({ facultyId: 'csit', semesterId: '4', subject: '', year: '' });
  expect(suggestionsFor(form)).toMatchObject([
    { what: 'place', place: { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' }, isSure: false },
    { what: 'place', place: { facultyId: 'bca', semesterId: '3', subject: 'Operating System' }, isSure: false },
    { what: 'year', year: 2023, yearBs: 2079 },
  ]);
  const [first] = suggestionsFor(form);
  const taken = first ? changeForm(form, first.action) : form;
  expect(taken.subject).toBe('Operating Systems');
  expect(suggestionsFor(taken).map(({ what }) => what)).toEqual(['year']);
});

test('another kind is suggested but never set, and a note needs no year', () => {
  const note = { ...paperGuess, fields: { ...paperGuess.fields, kind: sure('note' as const) } };
  const form = guessed(chosen(), note);
  expect(form.kind).toBe('paper');
  const [suggestion] = suggestionsFor(form);
  expect(suggestion).toMatchObject({ what: 'kind', kind: 'note' });
  const taken = suggestion ? changeForm(form, suggestion.action) : form;
  expect(taken.kind).toBe('note');
  expect(suggestionsFor(taken)).toEqual([]);
  // Only the form for papers has a year.
  expect(guessed(chosen(emptyForm('note')), note).year).toBe('');
});

test('choosing another file removes proposals, and a late guess for the old file is ignored', () => {
  const first = guessed(chosen(), paperGuess);
  const second = changeForm(first, { type: 'file', file: pdf('other.pdf') });
  expect(second).toMatchObject({ facultyId: '', semesterId: '', subject: '', year: '', yearBs: '', title: 'other' });
  expect(second.proposed).toEqual([]);
  const late = changeForm(second, propose(first, paperGuess));
  expect(late.facultyId).toBe('');
  expect(changeForm(first, { type: 'file', file: null })).toMatchObject({ facultyId: '', title: '' });
  // A value chosen by the user stays.
  const chosenYear = changeForm(first, { type: 'years', year: '2022', yearBs: '2079', isChosen: true });
  expect(changeForm(chosenYear, { type: 'file', file: null }).year).toBe('2022');
});

test('a file without evidence proposes nothing', () => {
  const form = guessed(chosen(), emptyGuess);
  expect(form).toMatchObject({ facultyId: '', title: 'scan0001', proposed: [] });
  expect(suggestionsFor(form)).toEqual([]);
});

test('the place of the last upload stays, and the place in the file is suggested instead', () => {
  const filled = { ...emptyForm('paper'), facultyId: 'bca', semesterId: '1', subject: 'C Programming' };
  const next = chosen(changeForm(filled, { type: 'published' }));
  expect(next.subject).toBe('C Programming');
  const form = guessed(next, paperGuess);
  expect(form.subject).toBe('C Programming');
  expect(suggestionsFor(form)).toMatchObject([
    { what: 'place', place: { subject: 'Operating Systems' }, isSure: true },
  ]);
});
