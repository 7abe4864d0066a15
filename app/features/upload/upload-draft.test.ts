import { expect, test } from 'vitest';
import { changeForm, emptyForm, isBegun, type MaterialForm } from './material-form.ts';
import { createDraftKeeper, type DraftStorage } from './upload-draft.ts';

function makeStorage(): DraftStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function begunForm(): MaterialForm {
  const file = new File(['%PDF-1.7'], 'Waves.pdf');
  const chosen = changeForm(emptyForm('note'), { type: 'file', file });
  return { ...chosen, facultyId: 'csit', semesterId: '1', subject: 'Physics' };
}

test('what was begun is there again, file and all, for the account that began it', () => {
  const keeper = createDraftKeeper(makeStorage());
  const form = begunForm();
  keeper.keep('ada', form);
  expect(keeper.find('ada')).toEqual(form);
  expect(isBegun(keeper.find('grace'))).toBe(false);
});

test('after a reload everything but the file is there, which is named', () => {
  const storage = makeStorage();
  createDraftKeeper(storage).keep('ada', begunForm());
  const form = createDraftKeeper(storage).find('ada');
  expect(form).toMatchObject({ kind: 'note', facultyId: 'csit', semesterId: '1', subject: 'Physics', title: 'Waves' });
  expect([form.file, form.isTitleTyped, form.lostFile]).toEqual([null, false, 'Waves.pdf']);
  expect(isBegun(createDraftKeeper(storage).find('grace'))).toBe(false);
});

test('an empty form leaves nothing behind', () => {
  const storage = makeStorage();
  const keeper = createDraftKeeper(storage);
  keeper.keep('ada', begunForm());
  keeper.keep('ada', emptyForm('note'));
  expect(storage.values.size).toBe(0);
  expect(isBegun(emptyForm('book'))).toBe(false);
});

test.each(['{', '[]', '"text"', 'null', '{"accountId":"ada","title":5,"kind":"x"}'])(
  'rubbish in storage is no draft: %s',
  (text) => {
    const storage = makeStorage();
    storage.values.set('upload-draft', text);
    expect(isBegun(createDraftKeeper(storage).find('ada'))).toBe(false);
  },
);

test('storage that is closed to us is no error', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const keeper = createDraftKeeper({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(isBegun(keeper.find('ada'))).toBe(false);
  keeper.keep('ada', begunForm());
  expect(isBegun(keeper.find('ada'))).toBe(true);
});

test('an empty form leaves the draft of another account alone', () => {
  const storage = makeStorage();
  createDraftKeeper(storage).keep('ada', begunForm());
  createDraftKeeper(storage).keep('grace', emptyForm('paper'));
  expect(createDraftKeeper(storage).find('ada').subject).toBe('Physics');
});
