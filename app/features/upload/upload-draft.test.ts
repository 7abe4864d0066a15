import { expect, test } from 'vitest';
import { changeUploadForm, emptyUploadForm, type UploadForm } from './material-form.ts';
import { createDraftKeeper, isBegun, type DraftStorage } from './upload-draft.ts';

function makeStorage(): DraftStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function begunForm(): UploadForm {
  const file = new File(['%PDF-1.7'], 'Waves.pdf');
  const chosen = changeUploadForm(emptyUploadForm('note'), { type: 'file', file });
  return { ...chosen, facultyId: 'csit', semesterId: '1', subject: 'Physics' };
}

test('what was begun is there again, file and all, for the account that began it', () => {
  const keeper = createDraftKeeper(makeStorage());
  const form = begunForm();
  keeper.keep('ada', { form, lostFile: null });
  expect(keeper.find('ada')).toEqual({ form, lostFile: null });
  expect(isBegun(keeper.find('grace').form)).toBe(false);
});

test('after a reload everything but the file is there, which is named', () => {
  const storage = makeStorage();
  createDraftKeeper(storage).keep('ada', { form: begunForm(), lostFile: null });
  const { form, lostFile } = createDraftKeeper(storage).find('ada');
  expect(form).toMatchObject({ kind: 'note', facultyId: 'csit', semesterId: '1', subject: 'Physics', title: 'Waves' });
  expect([form.file, form.isTitleTyped, lostFile]).toEqual([null, false, 'Waves.pdf']);
  expect(isBegun(createDraftKeeper(storage).find('grace').form)).toBe(false);
});

test('an empty form leaves nothing behind', () => {
  const storage = makeStorage();
  const keeper = createDraftKeeper(storage);
  keeper.keep('ada', { form: begunForm(), lostFile: null });
  keeper.keep('ada', { form: emptyUploadForm('note'), lostFile: null });
  expect(storage.values.size).toBe(0);
  expect(isBegun(emptyUploadForm('book'))).toBe(false);
});

test.each(['{', '[]', '"text"', 'null', '{"accountId":"ada","title":5,"kind":"x"}'])(
  'rubbish in storage is no draft: %s',
  (text) => {
    const storage = makeStorage();
    storage.values.set('upload-draft', text);
    expect(isBegun(createDraftKeeper(storage).find('ada').form)).toBe(false);
  },
);

test('storage that is closed to us is no error', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const keeper = createDraftKeeper({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(isBegun(keeper.find('ada').form)).toBe(false);
  keeper.keep('ada', { form: begunForm(), lostFile: null });
  expect(isBegun(keeper.find('ada').form)).toBe(true);
});

test('an empty form leaves the draft of another account alone', () => {
  const storage = makeStorage();
  createDraftKeeper(storage).keep('ada', { form: begunForm(), lostFile: null });
  createDraftKeeper(storage).keep('grace', { form: emptyUploadForm('paper'), lostFile: null });
  expect(createDraftKeeper(storage).find('ada').form.subject).toBe('Physics');
});
