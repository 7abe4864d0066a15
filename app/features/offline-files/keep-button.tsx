import { CloudDownload, CloudCheck } from 'lucide-react';
import { useEntries } from '#app/features/my-reading/stored-entries.ts';
import { Button } from '#app/ui/button.tsx';
import { keptIndex } from './kept-index.ts';
import { useKeeping, type Keeping } from './use-keeping.tsx';

/**
 * Renders a button that makes one material, or a whole list, available offline: it opens a dialog that shows the size.
 * Not rendered without scripts.
 */
export function KeepButton({ keeping, label }: { keeping: Keeping; label: string }) {
  const kept = useEntries(keptIndex);
  const isKept = keeping.materials.every(({ id }) => kept.get(id)?.isWhole);
  const { open, dialog } = useKeeping(keeping);
  const Icon = isKept ? CloudCheck : CloudDownload;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="invisible in-data-hydrated:visible"
        aria-label={`${isKept ? 'Saved offline' : label}: ${keeping.title}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {/* Both labels, one over the other, so that nothing moves when the state changes. */}
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={isKept ? 'invisible' : undefined}>{label}</span>{' '}
          <span className={isKept ? undefined : 'invisible'}>Saved offline</span>
        </span>
      </Button>
      {dialog}
    </>
  );
}
