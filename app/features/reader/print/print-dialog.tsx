import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/reader/print.ts';
import { chooseAll, choosePages, maxPagesWithoutChoice } from './page-choice.ts';
import { printPages, drawForPrint } from './print-pages.ts';
import './print-dialog.css';

type PrintDialogProps = {
  document: PdfDocument;
  currentPage: number;
  downloadUrl: string;
  onClose: () => void;
};

/** Prints the document: asks for the pages if it is long, draws them, and opens the browser's print dialog. */
export function PrintDialog({ document, currentPage, downloadUrl, onClose }: PrintDialogProps) {
  const [pages, setPages] = useState<readonly number[] | null>(() => {
    const all = chooseAll(document.pageCount);
    return document.pageCount <= maxPagesWithoutChoice && 'pages' in all ? all.pages : null;
  });
  const dialog = useModalDialog({ onClose });
  const titleId = useId();
  return (
    <dialog ref={dialog} className="reader-sheet reader-print" aria-labelledby={titleId}>
      <h3 id={titleId}>{actions.print}</h3>
      {pages ? (
        <Preparing document={document} pages={pages} onClose={onClose} />
      ) : (
        <PageChoice
          pageCount={document.pageCount}
          currentPage={currentPage}
          downloadUrl={downloadUrl}
          onChoose={setPages}
          onClose={onClose}
        />
      )}
    </dialog>
  );
}

function Preparing(props: { document: PdfDocument; pages: readonly number[]; onClose: () => void }) {
  const { document, pages, onClose } = props;
  const [done, setDone] = useState(0);
  const finish = useEffectEvent(onClose);
  useEffect(
    function drawAndPrint() {
      const stop = new AbortController();
      void drawForPrint(document, pages, { signal: stop.signal, onProgress: setDone })
        .then((printed) => {
          finish();
          return printPages(printed);
        })
        // Cancelled: nothing is left to clean up.
        .catch(() => {});
      return () => stop.abort();
    },
    [document, pages],
  );
  return (
    <>
      <label className="reader-print-progress">
        {words.preparing(Math.min(done + 1, pages.length), pages.length)}
        <progress value={done} max={pages.length} />
      </label>
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={onClose}>
          {actions.cancel}
        </button>
      </div>
    </>
  );
}

type PageChoiceProps = {
  pageCount: number;
  currentPage: number;
  downloadUrl: string;
  onChoose: (pages: readonly number[]) => void;
  onClose: () => void;
};

function PageChoice({ pageCount, currentPage, downloadUrl, onChoose, onClose }: PageChoiceProps) {
  const [kind, setKind] = useState<'all' | 'current' | 'range'>('current');
  const [from, setFrom] = useState(String(currentPage));
  const [to, setTo] = useState(String(Math.min(currentPage + maxPagesWithoutChoice - 1, pageCount)));
  const [fault, setFault] = useState('');
  const faultId = useId();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const chosen =
      kind === 'all'
        ? chooseAll(pageCount)
        : kind === 'current'
          ? { pages: [currentPage] }
          : choosePages(from, to, pageCount);
    if ('pages' in chosen) onChoose(chosen.pages);
    else setFault(chosen.fault);
  }

  const choice = (value: typeof kind, label: string) => (
    <label className="reader-print-choice">
      <input type="radio" name="print-pages" checked={kind === value} onChange={() => setKind(value)} />
      {label}
    </label>
  );
  const end = (label: string, value: string, set: (typed: string) => void) => (
    <label>
      {label}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        size={4}
        value={value}
        aria-describedby={fault ? faultId : undefined}
        onFocus={() => setKind('range')}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  );

  return (
    <form onSubmit={handleSubmit}>
      <fieldset>
        <legend>{nouns.pages}</legend>
        {choice('all', words.allPages(pageCount))}
        {choice('current', words.currentPage(currentPage))}
        {choice('range', words.pageRange)}
        <div className="reader-print-range">
          {end(words.from, from, setFrom)}
          {end(words.to, to, setTo)}
        </div>
      </fieldset>
      <p id={faultId} role="alert" className="reader-card-fault">
        {fault}
      </p>
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={onClose}>
          {actions.cancel}
        </button>
        {fault && (
          <a className="reader-button" href={downloadUrl} download="document.pdf">
            {actions.download}
          </a>
        )}
        <button type="submit" className="reader-button reader-button-main">
          {actions.print}
        </button>
      </div>
    </form>
  );
}
