import { useId, type CSSProperties } from 'react';
import * as actions from '#messages/actions.ts';
import { createControls, runActionOfKey } from './reader-controls.ts';
import { ReaderBody } from './reader-body.tsx';
import type { KnownLock } from './opening/password-form.tsx';
import { OpenedPdf } from './opening/opened-pdf.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useReader, type ReaderOptions } from './use-reader.ts';
import './reader.css';
import './toolbar/toolbar.css';
import './pages/pages.css';
import './pages/text-layer.css';
import './cards.css';
import './dark/dark.css';

type ReaderDialogProps = ReaderOptions & {
  /** Address from which the document is loaded, in ranges. */
  url: string;
  /** A second address of the same file that download programs ignore; tried once. */
  otherUrl: string;
  /** The `downloadUrl` of the document's record: `url` without our additions. Used in error messages. */
  recordUrl: string;
  /** Address for downloads, under the name `document.pdf`. */
  downloadUrl: string;
  /** The password of a locked document that the library stores, and the note about it. */
  lock: KnownLock;
};

/** Renders the PDF reader, over the whole window. */
export function ReaderDialog(props: ReaderDialogProps) {
  const { url, otherUrl, recordUrl, title, downloadUrl, lock, onClose } = props;
  const reader = useReader(props);
  const { state, change, document, attempt, bars } = reader;
  const { dialog, downloadLink, pageBox } = reader.elements;
  const controls = createControls(reader, props);
  const titleId = useId();
  // Toolbars also cover the picture of the first page while it opens, so that the picture does not move afterwards.
  const hasPages = document !== null || state.phase.name === 'opening';
  const barRoom: CSSProperties & Record<`--${string}`, string> = {
    '--bar-above': `${bars.room.above}px`,
    '--bar-below': `${bars.room.below}px`,
  };
  return (
    <dialog
      ref={dialog}
      className="reader"
      data-tone={state.isDark ? 'dark' : 'light'}
      data-bars={hasPages ? (state.areBarsHidden ? 'hidden' : 'shown') : undefined}
      style={barRoom}
      aria-labelledby={titleId}
      onKeyDown={(event) => runActionOfKey(event, reader, controls)}
      onCopy={reader.selection.copy}
    >
      <OpenedPdf
        key={attempt}
        url={url}
        otherUrl={otherUrl}
        recordUrl={recordUrl}
        picture={reader.picture}
        summary={reader.summary}
        change={change}
      />
      <Toolbar
        state={state}
        labels={reader.labels}
        controls={controls}
        title={title}
        titleId={titleId}
        pageBoxRef={pageBox}
        neighbours={reader.neighbours}
      />
      <a ref={downloadLink} href={downloadUrl} download="document.pdf" hidden tabIndex={-1}>
        {actions.download}
      </a>
      <ReaderBody reader={reader} title={title} downloadUrl={downloadUrl} lock={lock} onClose={onClose} />
      {reader.sharing}
      {reader.exam?.part}
    </dialog>
  );
}
