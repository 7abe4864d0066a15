import { Files } from 'lucide-react';
import { useState } from 'react';
import type { Material } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import * as words from '#messages/arrange-pages.ts';
import { PagesDialog } from './pages-dialog.tsx';

type ArrangePagesProps = {
  material: Material;
  /** True if the material has unsaved changes, which would be lost. */
  isBlocked: boolean;
  /** Called when the dialog is closed after the material got other pages. */
  onArranged: () => void;
};

/** Opens the dialog that arranges the pages of a PDF. Renders nothing for other files. */
export function ArrangePages({ material, isBlocked, onArranged }: ArrangePagesProps) {
  const [isOpen, setOpen] = useState(false);
  const { pageCount } = material;
  if (pageCount === null) return null;
  return (
    <section aria-label={words.pages} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Button variant="secondary" size="small" disabled={isBlocked} onClick={() => setOpen(true)}>
        <Files aria-hidden="true" className="size-4" />
        {words.openPages}
      </Button>
      <p className="min-w-0 flex-1 basis-56 text-muted">{isBlocked ? words.saveFirst : words.purpose}</p>
      {isOpen && (
        <PagesDialog
          materials={[{ ...material, pageCount }]}
          onClose={(isArranged) => {
            setOpen(false);
            if (isArranged) onArranged();
          }}
        />
      )}
    </section>
  );
}
