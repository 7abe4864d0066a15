import { Dialog } from '#app/ui/dialog.tsx';
import type { Photograph } from './photograph-list.ts';
import { PhotographPicture } from './photograph-picture.tsx';
import type { MadePage } from './use-making.ts';

type PageDialogProps = { photograph: Photograph; page: MadePage | null; position: number; onClose: () => void };

/** Shows a page, or the photograph before it is one, as large as the window allows. */
export function PageDialog({ photograph, page, position, onClose }: PageDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Page ${position}`} description={photograph.file.name} size="sheet">
      <PhotographPicture photograph={photograph} page={page} width={1280} />
    </Dialog>
  );
}
