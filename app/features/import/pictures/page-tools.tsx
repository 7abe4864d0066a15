import { ArrowLeft, ArrowRight, Maximize2, Scissors, Undo2, X } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/import/pictures.ts';
import { Tool } from './page-group.tsx';
import type { PageKeys } from './use-page-keys.ts';

type PageToolsProps = {
  /** The name of the PDF of the selected page; null if none is selected. */
  name: string | null;
  /** Index of the selected page, from 0. */
  position: number;
  /** Number of pages of the selected page's PDF. */
  size: number;
  canUndo: boolean;
  /** Number of groups that can become a PDF, and number of groups that need a decision. */
  decided: number;
  doubtful: number;
  isMaking: boolean;
  on: PageKeys;
  onMake: () => void;
};

/** The actions on the selected page and the button that makes the PDFs, at the lower edge of the window. */
export function PageTools({ name, position, size, canUndo, decided, doubtful, isMaking, on, onMake }: PageToolsProps) {
  const page = name === null ? null : { position: position + 1, pdf: name };
  const isOff = name === null;
  return (
    <div className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-b-card border-t border-hairline bg-card px-5 py-2">
      <div className="flex items-center max-sm:-mx-2 max-sm:basis-full max-sm:justify-between">
        <Tool
          label={words.splitBeforePage(page)}
          tip={words.splitBefore}
          isOff={isOff || position === 0}
          onClick={on.split}
        >
          <Scissors aria-hidden="true" className="size-5" />
        </Tool>
        <Tool
          label={words.movePageEarlier(page)}
          tip={words.moveEarlier}
          isOff={isOff || position === 0}
          onClick={() => on.move(-1)}
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Tool>
        <Tool
          label={words.movePageLater(page)}
          tip={words.moveLater}
          isOff={isOff || position + 1 >= size}
          onClick={() => on.move(1)}
        >
          <ArrowRight aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Tool>
        <Tool label={words.leaveOutPage(page)} tip={words.leaveOutThis} {...{ isOff }} onClick={on.leaveOutPage}>
          <X aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label={words.viewPage(page)} tip={actions.view} {...{ isOff }} onClick={on.view}>
          <Maximize2 aria-hidden="true" className="size-5" />
        </Tool>
        <Tool label={actions.undo} tip={actions.undo} isOff={!canUndo} onClick={on.undo}>
          <Undo2 aria-hidden="true" className="size-5" />
        </Tool>
      </div>
      <p className="min-w-0 flex-1 truncate text-sm text-muted max-sm:-order-2">
        {name === null ? words.selectPage : words.selectedPage(position + 1, size, name)}
      </p>
      {decided + doubtful > 0 && (
        <Button size="small" className="max-sm:-order-1" busy={isMaking} disabled={decided === 0} onClick={onMake}>
          {words.makePdfs(decided)}
        </Button>
      )}
    </div>
  );
}
