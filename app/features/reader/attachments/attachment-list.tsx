import { Download, Paperclip } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { Attachment } from '#app/features/reader/pdf/attachments.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { CloseTool } from '#app/features/reader/toolbar/close-tool.tsx';
import { saveBlob } from '#app/ui/save-text.ts';
import * as words from '#messages/reader/attachments.ts';
import './attachment-offer.css';

type AttachmentListProps = {
  document: PdfDocument;
  attachments: readonly Attachment[];
  pages: RefObject<PageListHandle | null>;
};

/** Offers to save the files inside the document. Collapsed, below the pages. */
export function AttachmentList({ document, attachments, pages }: AttachmentListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  const [damaged, setDamaged] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const label = useSideLabel(words.files);
  if (isDismissed) return null;

  async function save({ id, name }: Attachment) {
    setDamaged(null);
    const content = await document.readAttachment(id).catch(() => null);
    if (content) saveBlob(name, new Blob([content]));
    else setDamaged(name);
  }

  return (
    <section className="reader-offer reader-attachments" aria-label={label}>
      <div className="reader-attachments-head">
        <button
          ref={button}
          type="button"
          className="reader-offer-go"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Paperclip aria-hidden="true" />
          {words.fileCount(attachments.length)}
        </button>
        <CloseTool
          label={words.hideFiles}
          onClose={() => {
            setIsDismissed(true);
            pages.current?.focus();
          }}
        />
      </div>
      {isOpen && (
        <ul>
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <button
                type="button"
                aria-label={words.downloadFile(attachment.name)}
                onClick={() => void save(attachment)}
              >
                <Download aria-hidden="true" />
                <bdi>{attachment.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {damaged !== null && <output>{words.fileDamaged(damaged)}</output>}
    </section>
  );
}
