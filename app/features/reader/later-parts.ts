/** The parts of the reader that are loaded on first use (later-part.tsx): they are not needed to read. */
export { ReadAloud } from './aloud/read-aloud.tsx';
export { AttachmentList } from './attachments/attachment-list.tsx';
export { HighlightEditor } from './highlights/highlight-editor.tsx';
export { FollowedPages } from './memory/followed-pages.tsx';
export { HalvesOffer } from './memory/halves-offer.tsx';
export { ReaderPanel } from './panel/reader-panel.tsx';
export { PageSlider } from './slider/page-slider.tsx';
export { PrintDialog } from './print/print-dialog.tsx';
export { ShortcutDialog } from './shortcut-dialog.tsx';
