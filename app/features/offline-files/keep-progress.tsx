import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { chunkBytes } from './chunks.ts';
import type { KeptMaterial } from './kept-database.ts';

/** True if a material is being fetched or is queued. */
export function isComing({ coming, problem }: KeptMaterial): boolean {
  return coming !== null && problem === null;
}

/** Shows the total progress of the materials being fetched, with a button to cancel. */
export function KeepProgress({ coming, onCancel }: { coming: readonly KeptMaterial[]; onCancel: () => void }) {
  const total = coming.reduce((sum, material) => sum + sizeOf(material), 0);
  const held = coming.reduce((sum, material) => sum + heldOf(material), 0);
  const percent = total === 0 ? 0 : Math.floor((held / total) * 100);
  const words = `${held > 0 ? formatSize(held) : '0 KB'} of ${formatSize(total)}`;
  const isWaiting = coming.some((material) => material.isWaiting);
  return (
    <div>
      <ProgressBar
        label="Keeping"
        text={isWaiting ? `No connection. Resumes when you’re online: ${words}` : words}
        percent={percent}
        onCancel={onCancel}
      />
    </div>
  );
}

/** Returns the size of the file of an offline material, or of the file that is being fetched. */
export function sizeOf({ kind, document, file, coming }: KeptMaterial): number {
  return (coming ?? file)?.size ?? materialFromDocument(kind, document).fileSize;
}

function heldOf({ coming }: KeptMaterial): number {
  return coming ? Math.min(coming.held * chunkBytes, coming.size) : 0;
}
