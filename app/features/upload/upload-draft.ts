import { materialKinds } from '#domain/material.ts';
import { emptyForm, isBegun, typedTexts, type MaterialForm } from './material-form.ts';

/**
 * What an administrator has begun to fill in, kept while the panel is left: whole for as long as the page lives, and
 * without the files, which no page can keep, for a reload of the tab.
 */

const storageKey = 'upload-draft';

/** The part of `Storage` a draft needs. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where storage is closed, even reading the name `sessionStorage` throws, hence the access inside each function. */
const tabStorage: DraftStorage = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
};

/** Keeps drafts, each for the account that began it. */
export function createDraftKeeper(storage: DraftStorage = tabStorage) {
  let kept: { accountId: string; form: MaterialForm } | null = null;

  return {
    /** What that account had begun, or an empty form. */
    find(accountId: string): MaterialForm {
      if (kept?.accountId === accountId) return kept.form;
      return readDraft(storage, accountId) ?? emptyForm();
    },
    keep(accountId: string, form: MaterialForm): void {
      kept = { accountId, form };
      try {
        if (!isBegun(form)) {
          // Another account's draft is left alone.
          if (readDraft(storage, accountId)) storage.removeItem(storageKey);
          return;
        }
        const { kind, isTitleTyped, file, lostFile } = form;
        const fileName = file?.file.name ?? lostFile;
        const texts = typedTexts((name) => form[name]);
        storage.setItem(storageKey, JSON.stringify({ accountId, kind, isTitleTyped, fileName, ...texts }));
      } catch {
        // Storage closed or full: the draft then ends with the page.
      }
    },
  };
}

/** The drafts of this page. */
export const uploadDrafts = createDraftKeeper();

function readDraft(storage: DraftStorage, accountId: string): MaterialForm | null {
  const found = parse(storage);
  const textOf = (name: string) => {
    const value: unknown = Reflect.get(found, name);
    return typeof value === 'string' ? value : '';
  };
  if (textOf('accountId') !== accountId) return null;
  const kind = materialKinds.find((each) => each === textOf('kind'));
  const isTitleTyped = Reflect.get(found, 'isTitleTyped') === true;
  return { ...emptyForm(kind), ...typedTexts(textOf), isTitleTyped, lostFile: textOf('fileName') || null };
}

function parse(storage: DraftStorage): object {
  try {
    const found: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
