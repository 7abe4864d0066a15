import { materialKinds } from '#domain/material.ts';
import { emptyUploadForm, type UploadForm } from './material-form.ts';

/**
 * What an administrator has begun to fill in, kept while the panel is left: whole for as long as the page lives, and
 * without the files, which no page can keep, for a reload of the tab.
 */

const storageKey = 'upload-draft';

/** The part of `Storage` a draft needs. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Closed storage throws on the very look at it, hence the look inside each function. */
const tabStorage: DraftStorage = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
};

/** A form to go on with. `lostFile` is the name of a file that was chosen before a reload and must be chosen again. */
export type Draft = { form: UploadForm; lostFile: string | null };

const keptTexts = ['facultyId', 'semesterId', 'subject', 'year', 'title'] as const;

/** Whether anything has been filled in or chosen that would be missed. */
export function isBegun(form: UploadForm): boolean {
  return keptTexts.some((name) => form[name] !== '') || form.file !== null || form.image !== null;
}

/** Keeps drafts, each for the account that began it. */
export function createDraftKeeper(storage: DraftStorage = tabStorage) {
  let kept: { accountId: string; draft: Draft } | null = null;

  return {
    /** What that account had begun, or an empty form. */
    find(accountId: string): Draft {
      if (kept?.accountId === accountId) return kept.draft;
      return readDraft(storage, accountId) ?? { form: emptyUploadForm(), lostFile: null };
    },
    keep(accountId: string, draft: Draft): void {
      kept = { accountId, draft };
      const { form } = draft;
      try {
        if (!isBegun(form)) {
          // Another account's draft is left alone.
          if (readDraft(storage, accountId)) storage.removeItem(storageKey);
          return;
        }
        const { kind, isTitleTyped, file } = form;
        const texts = Object.fromEntries(keptTexts.map((name) => [name, form[name]]));
        const fileName = file?.file.name ?? draft.lostFile;
        storage.setItem(storageKey, JSON.stringify({ accountId, kind, isTitleTyped, fileName, ...texts }));
      } catch {
        // Storage closed or full: the draft then ends with the page.
      }
    },
  };
}

/** The drafts of this page. */
export const uploadDrafts = createDraftKeeper();

function readDraft(storage: DraftStorage, accountId: string): Draft | null {
  const found = parse(storage);
  const textOf = (name: string) => {
    const value: unknown = Reflect.get(found, name);
    return typeof value === 'string' ? value : '';
  };
  if (textOf('accountId') !== accountId) return null;
  const kind = materialKinds.find((each) => each === textOf('kind'));
  const texts = Object.fromEntries(keptTexts.map((name) => [name, textOf(name)]));
  const isTitleTyped = Reflect.get(found, 'isTitleTyped') === true;
  return { form: { ...emptyUploadForm(kind), ...texts, isTitleTyped }, lostFile: textOf('fileName') || null };
}

function parse(storage: DraftStorage): object {
  try {
    const found: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
