import { CloudCheck } from 'lucide-react';
import { useEntries } from '#app/features/my-reading/stored-entries.ts';
import * as words from '#messages/offline-files/buttons.ts';
import { savedIndex } from './saved-index.ts';

/** Marks a material that is on this device. Takes its space always, so that nothing moves when it appears. */
export function SavedMark({ id }: { id: string }) {
  const isSaved = useEntries(savedIndex).get(id)?.isWhole === true;
  return (
    <span className="no-print inline-grid size-4 shrink-0 text-accent" data-saved={isSaved ? '' : undefined}>
      {isSaved && (
        <>
          <CloudCheck aria-hidden="true" className="size-4" />
          <span className="sr-only">{words.saved}</span>
        </>
      )}
    </span>
  );
}
