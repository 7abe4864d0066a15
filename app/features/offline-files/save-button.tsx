import { CloudDownload, CloudCheck } from 'lucide-react';
import { useEntries } from '#app/features/my-reading/stored-entries.ts';
import { Button } from '#app/ui/button.tsx';
import { named } from '#messages/format.ts';
import * as words from '#messages/offline-files/buttons.ts';
import { savedIndex } from './saved-index.ts';
import { useSaving, type Saving } from './use-saving.tsx';

/**
 * Renders a button that makes one material, or a whole list, available offline: it opens a dialog that shows the size.
 * Not rendered without scripts.
 */
export function SaveButton({ saving, label }: { saving: Saving; label: string }) {
  const saved = useEntries(savedIndex);
  const isSaved = saving.materials.every(({ id }) => saved.get(id)?.isWhole);
  const { open, dialog } = useSaving(saving);
  const Icon = isSaved ? CloudCheck : CloudDownload;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="invisible in-data-hydrated:visible"
        aria-label={named(isSaved ? words.saved : label, saving.title)}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {/* Both labels, one over the other, so that nothing moves when the state changes. */}
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={isSaved ? 'invisible' : undefined}>{label}</span>{' '}
          <span className={isSaved ? undefined : 'invisible'}>{words.saved}</span>
        </span>
      </Button>
      {dialog}
    </>
  );
}
