import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { holdsFiles } from './form/file-drop.tsx';

/**
 * Shows that dragged files can be dropped anywhere on the page: a frame around the window and a sentence. Appears and
 * disappears without animation, and covers nothing that accepts drops itself.
 */
export function DropNotice({ text }: { text: string }) {
  const isOver = useFilesOver();
  return (
    // Rendered from the start, because only changes inside a live region are read out.
    <output className="no-print pointer-events-none fixed inset-0 z-50 grid place-items-end justify-center p-4 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
      {isOver && (
        <>
          <span className="absolute inset-1.5 rounded-card border-2 border-dashed border-accent" />
          <span className="relative flex max-w-lg items-center gap-3 rounded-card border border-accent bg-accent-tint px-5 py-3 font-medium text-accent-strong shadow-float">
            <FileDown aria-hidden="true" className="size-6 shrink-0" />
            {text}
          </span>
        </>
      )}
    </output>
  );
}

/** True if files are dragged over the page. */
function useFilesOver(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(function watchDragging() {
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer && holdsFiles(dataTransfer)) setOver(true);
    };
    const end = () => setOver(false);
    // Leaving an element for another one of the page has that one as `relatedTarget`.
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) end();
    };
    // Listens with capture, because a field that accepts the drop may stop the event.
    addEventListener('dragover', enter, true);
    addEventListener('dragleave', leave, true);
    addEventListener('drop', end, true);
    addEventListener('dragend', end, true);
    // If the browser sent no end event, the next movement without a button is the end.
    addEventListener('pointermove', end, true);
    return () => {
      removeEventListener('dragover', enter, true);
      removeEventListener('dragleave', leave, true);
      removeEventListener('drop', end, true);
      removeEventListener('dragend', end, true);
      removeEventListener('pointermove', end, true);
    };
  }, []);
  return isOver;
}
