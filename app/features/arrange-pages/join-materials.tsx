import { compositionLimits } from '#contract/composition.ts';
import type { Material } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { PagesDialog, type PagedMaterial } from './pages-dialog.tsx';

type JoinMaterialsProps = {
  /** At least two. */
  materials: readonly Material[];
  /** Called with true if the materials were joined. */
  onClose: (isJoined: boolean) => void;
};

const byTitle = new Intl.Collator('en', { numeric: true });

/** Renders the dialog that joins PDFs, in the order of their titles, or explains why that is impossible. */
export function JoinMaterials({ materials, onClose }: JoinMaterialsProps) {
  const [first, ...others] = materials.filter(isPaged).sort((a, b) => byTitle.compare(a.title, b.title));
  const fault = findFault(materials);
  if (first && fault === null) return <PagesDialog materials={[first, ...others]} onClose={onClose} />;
  return (
    <Dialog onClose={() => onClose(false)} title="Join">
      <div className="grid gap-4">
        <p className="wrap-anywhere">{fault}</p>
        <div className="flex justify-end max-sm:*:grow">
          <Button onClick={() => onClose(false)}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

function isPaged(material: Material): material is PagedMaterial {
  return material.pageCount !== null;
}

/** Returns the reason why the materials can't be joined, and what to do; null if they can. */
function findFault(materials: readonly Material[]): string | null {
  const { maxSources, maxPages } = compositionLimits;
  const other = materials.find((material) => !isPaged(material));
  if (other) return `“${other.title}” can’t be joined, because it isn’t a PDF with readable pages. Deselect it.`;
  if (materials.length > maxSources) return `At most ${maxSources} materials can be joined. Select fewer.`;
  const pages = materials.reduce((sum, { pageCount }) => sum + (pageCount ?? 0), 0);
  if (pages > maxPages)
    return `The materials have ${pages} pages, and a file can have at most ${maxPages}. Select fewer.`;
  return null;
}
