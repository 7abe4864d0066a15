import { compositionLimits } from '#contract/composition.ts';
import type { Material } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/arrange-pages.ts';
import { PagesDialog, type PagedMaterial } from './pages-dialog.tsx';

type JoinMaterialsProps = {
  /** The selected materials on this page of the list. */
  materials: readonly Material[];
  /** Number of selected materials on other pages of the list. */
  elsewhere: number;
  /** Called with true if the materials were joined. */
  onClose: (isJoined: boolean) => void;
};

const byTitle = new Intl.Collator('en', { numeric: true });

/** Renders the dialog that joins PDFs, in the order of their titles, or explains why that is impossible. */
export function JoinMaterials({ materials, elsewhere, onClose }: JoinMaterialsProps) {
  const [first, ...others] = materials.filter(isPaged).sort((a, b) => byTitle.compare(a.title, b.title));
  const fault = explainNotJoined(materials, elsewhere);
  if (first && fault === null) return <PagesDialog materials={[first, ...others]} onClose={onClose} />;
  return (
    <Dialog onClose={() => onClose(false)} title={words.join}>
      <div className="grid gap-4">
        <p className="wrap-anywhere">{fault}</p>
        <div className="flex justify-end max-sm:*:grow">
          <Button onClick={() => onClose(false)}>{actions.close}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function isPaged(material: Material): material is PagedMaterial {
  return material.pageCount !== null;
}

/** Returns the reason why the materials can't be joined, and what to do; null if they can. */
export function explainNotJoined(
  materials: readonly Pick<Material, 'title' | 'pageCount'>[],
  elsewhere: number,
): string | null {
  const { maxSources, maxPages } = compositionLimits;
  if (elsewhere > 0) return words.onOtherPages(elsewhere);
  const other = materials.find(({ pageCount }) => pageCount === null);
  if (other) return words.notPdf(other.title);
  if (materials.length > maxSources) return words.tooManyMaterials(maxSources);
  const pages = materials.reduce((sum, { pageCount }) => sum + (pageCount ?? 0), 0);
  if (pages > maxPages) return words.tooManyPages(pages, maxPages);
  return null;
}
