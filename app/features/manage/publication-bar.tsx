import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { usePublications } from '#app/features/undo/publications-query.ts';
import { UndoDialog } from '#app/features/undo/undo-dialog.tsx';
import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/list.ts';

/** Names the import that published the listed materials, with buttons to undo it and to list all materials again. */
export function PublicationBar({ id, onShowAll }: { id: string; onShowAll: () => void }) {
  const publications = usePublications();
  const [isUndoing, setUndoing] = useState(false);
  const found = publications?.find((each) => each.id === id);
  const isUnknown = publications !== undefined && !found;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-accent-tint py-1 ps-4 pe-1">
      <p className="min-h-[1lh] min-w-0 flex-1 basis-52 text-sm wrap-anywhere">
        {found &&
          words.fromImport(
            <strong key="name" className="font-medium">
              {found.name}
            </strong>,
          )}
        {isUnknown && words.fromUnknownImport}
      </p>
      <div className="flex flex-wrap">
        {found && (
          <Button variant="ghost" size="small" onClick={() => setUndoing(true)}>
            <Undo2 aria-hidden="true" className="size-4" />
            {words.undoImport}
          </Button>
        )}
        <Button variant="ghost" size="small" onClick={onShowAll}>
          <X aria-hidden="true" className="size-4" />
          {actions.showAll}
        </Button>
      </div>
      {found && isUndoing && (
        <UndoDialog
          target={{ type: 'publication', id }}
          title={words.publishedFrom(found.published, found.name)}
          onClose={() => setUndoing(false)}
        />
      )}
    </div>
  );
}
