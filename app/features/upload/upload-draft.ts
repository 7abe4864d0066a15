import { materialKinds } from '#domain/material.ts';
import { emptyForm, hasInput, typedTexts, type MaterialForm } from './material-form.ts';

/**
 * What an administrator has filled in, kept when the panel is left: completely as long as the page is open, and without
 * the files, which cannot be stored, for a reload of the tab.
 */

const storageKey = 'upload-draft';

/** The part of `Storage` that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** If storage is not accessible, even reading `sessionStorage` throws, so it is read inside each function. */
const tabStorage: DraftStorage = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
};

/** Stores drafts, each for the account that started it. */
export function createDraftStore(storage: DraftStorage = tabStorage) {
  let kept: { accountId: string; form: MaterialForm } | null = null;

  return {
    /** The account's draft, or an empty form. */
    find(accountId: string): MaterialForm {
      if (kept?.accountId === accountId) return kept.form;
      return readDraft(storage, accountId) ?? emptyForm();
    },
    keep(accountId: string, form: MaterialForm): void {
      kept = { accountId, form };
      try {
        if (!hasInput(form)) {
          // A draft of another account is kept.
          if (readDraft(storage, accountId)) storage.removeItem(storageKey);
          return;
        }
        const { kind, isTitleTyped, isYearChosen, file, lostFile } = form;
        const fileName = file?.file.name ?? form.photographs[0]?.file.name ?? lostFile;
        const texts = typedTexts((name) => form[name]);
        storage.setItem(
          storageKey,
          JSON.stringify({ accountId, kind, isTitleTyped, isYearChosen, fileName, ...texts }),
        );
      } catch {
        // Storage is not accessible or full: the draft is then lost with the page.
      }
    },
  };
}

/** The drafts of this page. */
export const uploadDrafts = createDraftStore();

function readDraft(storage: DraftStorage, accountId: string): MaterialForm | null {
  const found = parse(storage);
  const textOf = (name: string) => {
    const value: unknown = Reflect.get(found, name);
    return typeof value === 'string' ? value : '';
  };
  if (textOf('accountId') !== accountId) return null;
  const kind = materialKinds.find((each) => each === textOf('kind'));
  const isTitleTyped = Reflect.get(found, 'isTitleTyped') === true;
  const isYearChosen = Reflect.get(found, 'isYearChosen') === true;
  return {
    ...emptyForm(kind),
    ...typedTexts(textOf),
    isTitleTyped,
    isYearChosen,
    lostFile: textOf('fileName') || null,
  };
}

function parse(storage: DraftStorage): object {
  try {
    const found: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
