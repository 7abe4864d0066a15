import { Trash2 } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import type { ActionsState } from './row-actions.ts';
import { fileCount } from './row-words.ts';

type PublishBarProps = {
  ready: number;
  /** Not all rows are known yet. */
  isLoading: boolean;
  selected: number;
  publishing: ActionsState['publishing'];
  onPublishReady: () => void;
  onPublishSelected: () => void;
  onDiscardSelected: () => void;
};

/** Publishes what is ready, or publishes or discards the selected rows. */
export function PublishBar({ ready, isLoading, selected, publishing, ...on }: PublishBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {selected > 0 && (
        <>
          <span className="text-sm text-muted">{selected.toLocaleString('en')} selected</span>
          <Button variant="ghost" size="small" onClick={on.onDiscardSelected}>
            <Trash2 aria-hidden="true" className="size-4" />
            Discard
          </Button>
          <Button variant="secondary" size="small" disabled={publishing !== null} onClick={on.onPublishSelected}>
            Publish selected
          </Button>
        </>
      )}
      <Button size="small" busy={publishing !== null} disabled={ready === 0 || isLoading} onClick={on.onPublishReady}>
        {publishing
          ? `Publishing ${publishing.done.toLocaleString('en')} of ${publishing.total.toLocaleString('en')}`
          : ready === 0
            ? 'Nothing is ready yet'
            : `Publish ${fileCount(ready)}`}
      </Button>
    </div>
  );
}
