import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatKilobytes } from '#app/features/materials/figures.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/upload/photographs.ts';
import { PhotographCard } from './photograph-card.tsx';
import { movePhotograph, turnPhotograph, type Photograph } from './photograph-list.ts';
import { useMaking, type MakingFailure, type MadePage } from './use-making.ts';
import type { MakingProgress } from './make-pdf.ts';
import { PhotographPicture } from './photograph-picture.tsx';

type PhotographsEditorProps = {
  photographs: readonly Photograph[];
  /** The PDF made from the photographs in their current state; null until it is made. */
  pdf: File | null;
  /** The name for the PDF. */
  name: string;
  disabled: boolean;
  onChange: (photographs: readonly Photograph[]) => void;
  onMade: (made: { file: File; fileId: string }) => void;
  onBusy: (isBusy: boolean) => void;
};

/** Orders, rotates and removes photographs, and makes one PDF from them. */
export function PhotographsEditor(props: PhotographsEditorProps) {
  const { photographs, pdf, name, disabled, onChange, onMade, onBusy } = props;
  const { progress, failure, make, cancel, discard, pageOf } = useMaking(onMade);
  const [news, setNews] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMaking = progress !== null;
  const isFixed = disabled || isMaking;

  useEffect(
    function reportBusy() {
      onBusy(isMaking);
      return () => onBusy(false);
    },
    [isMaking, onBusy],
  );

  function move(index: number, by: number) {
    const { name: moved = '' } = photographs[index]?.file ?? {};
    onChange(movePhotograph(photographs, index, by));
    setNews(words.moved(moved, index + by + 1, photographs.length));
  }

  function replace(index: number, photograph: Photograph) {
    onChange(photographs.with(index, photograph));
  }

  function remove(index: number) {
    const photograph = photographs[index];
    if (!photograph) return;
    const isLast = photographs.length === 1;
    discard([photograph], { withPdf: isLast });
    onChange(photographs.toSpliced(index, 1));
    setNews(words.removed(photograph.file.name));
    if (!isLast) heading.current?.focus();
  }

  const open = photographs.find(({ fileId }) => fileId === shown);
  return (
    <section aria-label={words.photographs} className="grid grid-cols-1 gap-3">
      <EditorHead
        count={photographs.length}
        heading={heading}
        disabled={isFixed}
        onRemoveAll={() => {
          discard(photographs, { withPdf: true });
          onChange([]);
        }}
      />
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-3 lg:grid-cols-[repeat(auto-fill,minmax(12.25rem,1fr))]">
        {photographs.map((photograph, index) => (
          <PhotographCard
            key={photograph.fileId}
            photograph={photograph}
            page={pageOf(photograph)}
            position={index + 1}
            count={photographs.length}
            isToBlame={failure?.fileId === photograph.fileId}
            disabled={isFixed}
            onMove={(by) => move(index, by)}
            onTurn={() => replace(index, turnPhotograph(photograph))}
            onKeepWhole={(keepsWhole) => replace(index, { ...photograph, keepsWhole })}
            onRemove={() => remove(index)}
            onShow={() => setShown(photograph.fileId)}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <MakingState
        {...{ progress, failure, pdf, disabled, onCancel: cancel }}
        count={photographs.length}
        isAgain={photographs.some(pageOf)}
        onMake={() => void make(photographs, name)}
      />
      {open && (
        <PageDialog
          photograph={open}
          page={pageOf(open)}
          position={photographs.indexOf(open) + 1}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  );
}

type EditorHeadProps = {
  count: number;
  heading: RefObject<HTMLHeadingElement | null>;
  disabled: boolean;
  onRemoveAll: () => void;
};

function EditorHead({ count, heading, disabled, onRemoveAll }: EditorHeadProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 ref={heading} tabIndex={-1} className="text-base">
          {words.total(count)}
        </h2>
        <Button variant="ghost" size="small" disabled={disabled} onClick={onRemoveAll}>
          {actions.removeAll}
        </Button>
      </div>
      <p className="text-sm text-muted">{words.explanation}</p>
    </div>
  );
}

type MakingStateProps = {
  progress: MakingProgress | null;
  failure: MakingFailure | null;
  pdf: File | null;
  count: number;
  isAgain: boolean;
  disabled: boolean;
  onMake: () => void;
  onCancel: () => void;
};

/** Shows the button that makes the PDF, its progress, and its result. */
function MakingState({ progress, failure, pdf, count, isAgain, disabled, onMake, onCancel }: MakingStateProps) {
  if (progress) return <MakingProgressBar progress={progress} onCancel={onCancel} />;
  if (pdf) {
    return <Notice tone="success">{words.made(count, formatKilobytes(pdf.size))}</Notice>;
  }
  return (
    <>
      {failure && (
        <Notice tone="danger" role="alert">
          {failure.message}
        </Notice>
      )}
      <Button variant="secondary" disabled={disabled} onClick={onMake}>
        {isAgain ? words.makePdfAgain : words.makePdf}
      </Button>
    </>
  );
}

const steps: Record<MakingProgress['step'], (at: number, total: number) => string> = {
  sending: words.sendingPhotograph,
  waiting: () => words.waiting,
  making: words.makingPage,
};

/** Shows the progress of the PDF, with a button to cancel. Sending is the first half of the bar, making the second. */
function MakingProgressBar({ progress, onCancel }: { progress: MakingProgress; onCancel: () => void }) {
  const { step, done, total } = progress;
  const share = done / Math.max(1, total);
  const percent = Math.floor((step === 'sending' ? share / 2 : step === 'waiting' ? 0.5 : 0.5 + share / 2) * 100);
  return (
    <div>
      <ProgressBar
        label={words.progress}
        text={steps[step](Math.min(total, done + 1), total)}
        percent={percent}
        onCancel={onCancel}
      />
    </div>
  );
}

type PageDialogProps = { photograph: Photograph; page: MadePage | null; position: number; onClose: () => void };

/** Shows a page, or its photograph before the page is made, as large as the window allows. */
function PageDialog({ photograph, page, position, onClose }: PageDialogProps) {
  return (
    <Dialog onClose={onClose} title={nouns.page(position)} description={photograph.file.name} size="sheet">
      <PhotographPicture photograph={photograph} page={page} width={1280} />
    </Dialog>
  );
}
