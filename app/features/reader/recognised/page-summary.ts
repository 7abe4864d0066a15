import type { MaterialTextAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import type { TurnedPages } from '#app/features/reader/pdf/turn-page.ts';

/** Ranges of pages: the first and the last page of each. */
export type PageRanges = MaterialTextAnswer['recognised'];

/** The library's data about the pages of a material: which were recognised, and which are shown rotated. */
export type PageSummary = {
  /** Returns the pages with recognised text. Rejects if the list can't be loaded now. */
  recognised(): Promise<PageRanges>;
  /**
   * Returns the rotated pages. Pages wait for this list, so if it can't be loaded in time, it is empty. `isRenewed` is
   * true for a document that was replaced: everything is then loaded again.
   */
  turned(isRenewed: boolean): Promise<TurnedPages>;
};

/** Timeout of the list of rotated pages, much longer than the response takes if the document arrives. */
const turnedMs = 5000;

/** Loads the summary once, on first use, and again after a failure. */
export function createPageSummary(materialId: string): PageSummary {
  let loading: Promise<Pick<MaterialTextAnswer, 'recognised' | 'turned'>> | null = null;

  function load() {
    return (loading ??= fetchSummary(materialId).catch((error: unknown) => {
      loading = null;
      throw error;
    }));
  }

  return {
    recognised: async () => (await load()).recognised,
    turned: (isRenewed) =>
      new Promise((resolve) => {
        if (isRenewed) loading = null;
        const timer = setTimeout(() => resolve([]), turnedMs);
        load()
          .then(({ turned }) => resolve(turned))
          .catch(() => resolve([]))
          .finally(() => clearTimeout(timer));
      }),
  };
}

async function fetchSummary(materialId: string): Promise<Pick<MaterialTextAnswer, 'recognised' | 'turned'>> {
  const response = await fetch(api.materialText(materialId), { headers: { accept: 'application/json' } });
  // A material without any text known: nothing was recognised.
  if (response.status === 404) return { recognised: [], turned: [] };
  if (!response.ok) throw new Error(`the response for the text of the material has status ${response.status}`);
  // A response that an earlier release stored on the device has no rotated pages.
  const { recognised, turned = [] } = (await response.json()) as Partial<MaterialTextAnswer>;
  return { recognised: recognised ?? [], turned };
}
