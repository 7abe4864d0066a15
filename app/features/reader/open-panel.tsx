import { useCallback } from 'react';
import { FindBar } from '#app/features/reader/find/find-bar.tsx';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { Reader } from './use-reader.ts';
import { PanelSlot } from '#app/features/reader/panel/panel-slot.tsx';
import { openTab } from '#app/features/reader/panel/panel-tabs.ts';

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
    <PanelSlot
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
        areStored: highlights.areStored,
        onGo: (highlight) => panel.goFrom(() => jumping.goToHighlight(highlight)),
        onRemove: highlights.remove,
      }}
      addBackgroundJob={addBackgroundJob}
      onClose={panel.close}
    />
  );
}
