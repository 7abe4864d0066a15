import { expect, test } from 'vitest';
import { changeForm, emptyForm, hasInput, type MaterialForm } from '#app/features/upload/form/material-form.ts';
import { createDraftStore, type DraftStorage } from './upload-draft.ts';

function makeStorage(): DraftStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function startedForm(): MaterialForm {
  const file = new File(['%PDF-1.7'], 'Waves.pdf');
  const chosen = changeForm(emptyForm('note'), { type: 'file', file });
  return { ...chosen, facultyId: 'csit', semesterId: '1', subject: 'Physics' };
}

test('an unfinished form is restored with its file for the account that filled it in', () => {
  const keeper = createDraftStore(makeStorage());
  const form = startedForm();
  keeper.keep('ada', form);
  expect(keeper.find('ada')).toEqual(form);
  expect(hasInput(keeper.find('grace'))).toBe(false);
});

test('after a reload everything except the file is restored, and its name is shown', () => {
  const storage = makeStorage();
  createDraftStore(storage).keep('ada', startedForm());
  const form = createDraftStore(storage).find('ada');
  expect(form).toMatchObject({ kind: 'note', facultyId: 'csit', semesterId: '1', subject: 'Physics', title: 'Waves' });
  expect([form.file, form.isTitleTyped, form.lostFile]).toEqual([null, false, 'Waves.pdf']);
  expect(hasInput(createDraftStore(storage).find('grace'))).toBe(false);
});

test('an empty form stores nothing', () => {
  const storage = makeStorage();
  const keeper = createDraftStore(storage);
  keeper.keep('ada', startedForm());
  keeper.keep('ada', emptyForm('note'));
  expect(storage.values.size).toBe(0);
  expect(hasInput(emptyForm('book'))).toBe(false);
});

test.each(['{', '[]', '"text"', 'null', '{"accountId":"ada","title":5,"kind":"x"}'])(
  'rubbish in storage is no draft: %s',
  (text) => {
    const storage = makeStorage();
    storage.values.set('upload-draft', text);
    expect(hasInput(createDraftStore(storage).find('ada'))).toBe(false);
  },
);

test('storage that is not accessible is not an error', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const keeper = createDraftStore({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(hasInput(keeper.find('ada'))).toBe(false);
  keeper.keep('ada', startedForm());
  expect(hasInput(keeper.find('ada'))).toBe(true);
});

test('an empty form does not change the draft of another account', () => {
  const storage = makeStorage();
  createDraftStore(storage).keep('ada', startedForm());
  createDraftStore(storage).keep('grace', emptyForm('paper'));
  expect(createDraftStore(storage).find('ada').subject).toBe('Physics');
});
