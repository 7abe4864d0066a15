import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import { FindBar } from '#app/features/reader/find/find-bar.tsx';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import { openTab } from '#app/features/reader/panel/panel-tabs.ts';
import type { Attachment } from '#app/features/reader/pdf/attachments.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { LaterPart } from './later-part.tsx';
import type { Reader } from './use-reader.ts';

/** The parts of the reader that are shown while the state says so. Most of their code is loaded on first use. */

type OpenPanelProps = { reader: Reader; document: PdfDocument; title: string };

/** Renders the find bar or the open tab of the panel. */
export function OpenPanel({ reader, document, title }: OpenPanelProps) {
  const { state, change, texts, isFinding, jumping, find, panel, highlights } = reader;
  const { pages: pagesRef, findBox } = reader.elements;
  const tab = openTab(state.panel);
  const addBackgroundJob = useCallback<PageListHandle['addBackgroundJob']>(
    (run) => pagesRef.current?.addBackgroundJob(run) ?? (() => {}),
    [pagesRef],
  );
  if (isFinding) {
    return <FindBar find={find} pageCount={document.pageCount} inputRef={findBox} onClose={panel.close} />;
  }
  if (!tab || !texts) return null;
  return (
    <LaterPart onClose={panel.close}>
      {({ ReaderPanel }) => (
        <ReaderPanel
          tab={tab}
          document={document}
          texts={texts}
          hasContents={state.hasContents}
          currentPage={state.currentPage}
          rotation={state.rotation}
          onTab={(name) => change({ type: 'panelOpened', panel: name })}
          onContents={(hasContents) => change({ type: 'contentsRead', hasContents })}
          onFollow={(target) => panel.goFrom(() => jumping.followEntry(target))}
          onPage={(page) => panel.goFrom(() => jumping.goToThumbnail(page))}
          highlightList={{
            title,
            highlights: state.highlights,
            bookmarks: state.bookmarks,
            areStored: highlights.areStored,
            onGo: (highlight) => panel.goFrom(() => jumping.goToHighlight(highlight)),
            onGoToPage: (page) => panel.goFrom(() => jumping.goToThumbnail(page)),
            onEdit: highlights.edit,
            onRemove: highlights.remove,
            onRemoveBookmark: reader.toggleBookmark,
          }}
          addBackgroundJob={addBackgroundJob}
          onClose={panel.close}
        />
      )}
    </LaterPart>
  );
}

/** Number of pages from which a document has a slider; in a shorter one it saves nothing. */
export const minSliderPages = 10;

/** Renders the slider of a long document. */
export function Slider({ reader, document }: { reader: Reader; document: PdfDocument }) {
  const { state, change, find, isFinding, labels, elements } = reader;
  const { hits } = find.finding;
  const hitPages = useMemo(
    () => (isFinding ? [...hits].flatMap(([page, spans]) => (spans.length > 0 ? page : [])) : []),
    [isFinding, hits],
  );
  return (
    <LaterPart>
      {({ PageSlider }) => (
        <PageSlider
          document={document}
          currentPage={state.currentPage}
          labels={labels}
          hitPages={hitPages}
          bookmarks={state.bookmarks}
          pages={elements.pages}
          onJumped={(jump) => change({ type: 'jumped', jump })}
        />
      )}
    </LaterPart>
  );
}

/** Offers the files inside the document, if there are any. */
export function Attachments({ reader, document }: { reader: Reader; document: PdfDocument }) {
  const { pages } = reader.elements;
  const attachments = useAttachments(document, pages);
  if (attachments.length === 0) return null;
  return <LaterPart>{({ AttachmentList }) => <AttachmentList {...{ document, attachments, pages }} />}</LaterPart>;
}

/** Reads the attachments while no page is queued, because hardly any document has some. */
function useAttachments(document: PdfDocument, pages: RefObject<PageListHandle | null>): readonly Attachment[] {
  const [found, setFound] = useState<readonly Attachment[]>([]);
  useEffect(
    function readAttachments() {
      return pages.current?.addBackgroundJob(async (signal) => {
        const listed = await document.attachments();
        if (!signal.aborted) setFound(listed);
      });
    },
    [document, pages],
  );
  return found;
}

/** Copies marks of the former files to a document that was made of their pages. */
export function Followed({ reader, document }: { reader: Reader; document: PdfDocument }) {
  const { documentId, change, lastPage } = reader;
  return (
    <LaterPart>
      {({ FollowedPages }) => <FollowedPages {...{ document, documentId, change }} onFollowed={lastPage.refresh} />}
    </LaterPart>
  );
}

type AloudProps = { reader: Reader; document: PdfDocument; texts: PageTexts };

/** Renders the bar while the document is read aloud. */
export function Aloud({ reader, document, texts }: AloudProps) {
  const { state, change, elements } = reader;
  const close = () => {
    change({ type: 'aloudToggled', isOn: false });
    elements.pages.current?.focus();
  };
  return (
    <LaterPart onClose={close}>
      {({ ReadAloud }) => (
        <ReadAloud
          document={document}
          texts={texts}
          rotation={state.rotation}
          currentPage={state.currentPage}
          area={elements.body}
          pages={elements.pages}
          onSpoken={(part) => change({ type: 'spoken', part })}
          onClose={close}
        />
      )}
    </LaterPart>
  );
}

/** Shows the editor of the highlight whose mark was clicked. */
export function OpenedHighlight({ reader }: { reader: Reader }) {
  const { highlights, openedMark, elements } = reader;
  const opened = openedMark.highlight;
  if (!opened) return null;
  const close = () => {
    openedMark.close();
    elements.pages.current?.focus();
  };
  return (
    <LaterPart onClose={close}>
      {({ HighlightEditor }) => (
        <HighlightEditor
          key={`${opened.page} ${opened.start} ${opened.end}`}
          highlight={opened}
          onEdit={highlights.edit}
          onRemove={highlights.remove}
          onClose={close}
        />
      )}
    </LaterPart>
  );
}

/** Shows the list of shortcuts, or the preparation of printing, in a dialog over the reader. */
export function OpenedDialog({ reader, downloadUrl }: { reader: Reader; downloadUrl: string }) {
  const { state, change, document } = reader;
  const closeHelp = () => change({ type: 'helpToggled', isOpen: false });
  const closePrint = () => change({ type: 'printToggled', isOpen: false });
  return (
    <>
      {state.isHelpOpen && (
        <LaterPart onClose={closeHelp}>{({ ShortcutDialog }) => <ShortcutDialog onClose={closeHelp} />}</LaterPart>
      )}
      {state.isPrintOpen && document && (
        <LaterPart onClose={closePrint}>
          {({ PrintDialog }) => (
            <PrintDialog
              document={document}
              currentPage={state.currentPage}
              downloadUrl={downloadUrl}
              onClose={closePrint}
            />
          )}
        </LaterPart>
      )}
    </>
  );
}
