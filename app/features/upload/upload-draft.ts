import { materialKinds } from '#domain/material.ts';
import { tabItems, type StoredItems } from '#app/features/layout/stored-items.ts';
import { emptyForm, hasInput, typedTexts, type MaterialForm } from '#app/features/upload/form/material-form.ts';

/**
 * Stores drafts of the upload form. While the page is open, leaving the panel preserves all of a draft. A reload of the
 * tab preserves all except the files, which can't be stored.
 */

export type DraftStorage = StoredItems<'upload-draft'>;

/** Stores drafts, each for the account of the user who started it. */
export function createDraftStore(storage: DraftStorage = tabItems) {
  let kept: { accountId: string; form: MaterialForm } | null = null;

  return {
    /** Returns the account's draft, or an empty form. */
    find(accountId: string): MaterialForm {
      if (kept?.accountId === accountId) return kept.form;
      return readDraft(storage, accountId) ?? emptyForm();
    },
    keep(accountId: string, form: MaterialForm): void {
      kept = { accountId, form };
      try {
        if (!hasInput(form)) {
          // A draft of another account stays.
          if (readDraft(storage, accountId)) storage.removeItem('upload-draft');
          return;
        }
        const { kind, isTitleTyped, isYearChosen, file, lostFile } = form;
        const fileName = file?.file.name ?? form.photographs[0]?.file.name ?? lostFile;
        const texts = typedTexts((name) => form[name]);
        storage.setItem(
          'upload-draft',
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
    const found: unknown = JSON.parse(storage.getItem('upload-draft') ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
