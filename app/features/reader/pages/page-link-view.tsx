import { useState } from 'react';
import { turnBox, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageLink } from '#app/features/reader/pdf/page-links.ts';

type PageLinkViewProps = {
  document: PdfDocument;
  link: PageLink;
  rotation: Rotation;
  onFollow: (target: unknown) => void;
};

/** Renders a link on a page: to an address, or to another location of the document. */
export function PageLinkView({ document, link, rotation, onFollow }: PageLinkViewProps) {
  // Finding the page may take a request, which is only made when the link has the focus or the pointer.
  const [page, setPage] = useState(() => document.knownPageOf(link.target));
  const box = turnBox(link, rotation);
  const position = { left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` };
  if (link.url) {
    return (
      <a
        className="reader-link"
        style={position}
        href={link.url}
        data-tooltip={link.url}
        aria-label={link.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      />
    );
  }

  function findPage() {
    if (page === null) void document.pageOf(link.target).then(setPage);
  }

  const name = page === null ? 'Link within the document' : `Link to page ${page}`;
  return (
    <button
      type="button"
      className="reader-link"
      style={position}
      aria-label={name}
      data-tooltip={name}
      onFocus={findPage}
      onPointerEnter={findPage}
      onClick={() => onFollow(link.target)}
    />
  );
}
