import type { MaterialTextAnswer, PageTextAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { beginMaterialText, type MaterialText } from '#contract/material-text.ts';
import { LibraryError } from './features/session/library-error.ts';

/** Returns the text of the first page of a material; null if there is none, or if the user may not read it. */
export async function readMaterialText(
  ask: <Answer>(address: string) => Promise<Answer>,
  id: string,
): Promise<MaterialText | null> {
  try {
    const { pagesRead, pagesTotal } = await ask<MaterialTextAnswer>(api.materialText(id));
    if (pagesRead === 0) return null;
    return beginMaterialText([await ask<PageTextAnswer>(api.pageText(id, 1))], pagesTotal);
  } catch (error) {
    if (error instanceof LibraryError && error.code === 404) return null;
    throw error;
  }
}
