import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { useSaving } from '#app/features/offline-files/use-saving.tsx';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { useExam } from '#app/features/exam-mode/use-exam.tsx';
import { useDone } from '#app/features/my-reading/done-papers.ts';
import { rememberOpened } from '#app/features/my-reading/opened-materials.ts';
import type { PaperDialog } from '#app/features/html-viewer/paper-dialog.tsx';
import type { ReaderDialog } from '#app/features/reader/reader-dialog.tsx';
import { firstPictureUrl } from './opened-material-query.ts';
import { namesPage, openedPath } from '#app/features/materials/opened-address.ts';
import { openReport, reportAddress } from '#app/features/materials/report-problem.ts';
import { useFollowPage } from './opened-navigation.ts';
import type { OpenedOne } from './opened-sides.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/** The viewer of a file, by its type. */
export type ViewerCode =
  | { kind: 'paper'; Dialog: typeof PaperDialog }
  | { kind: 'reader'; Dialog: typeof ReaderDialog };

type OpenedViewProps = { code: ViewerCode; material: Material; opened: OpenedOne; onClose: () => void };

/**
 * Renders the opened material in its viewer, with the papers before and after it, its address for sharing, and offline storage.
 * Loaded together with the viewer.
 */
export function OpenedView({ code, material, opened, onClose }: OpenedViewProps) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const followPage = useFollowPage(material.id);
  const saving = useSaving({ title: material.title, materials: [material] });
  const neighbours = useNeighbours(material, site.calendar, opened.beside?.id);
  const paperDone = useDone(material.id);
  const done = material.kind === 'paper' ? paperDone : undefined;
  const paperExam = useExam(material, paperDone);
  const exam = material.kind === 'paper' ? paperExam : undefined;
  const { id } = material;
  const pathAt = (page: number) =>
    site.publicUrl + localAddress(openedPath({ id, page, right: opened.beside ?? undefined }));
  useEffect(
    function rememberInBrowser() {
      rememberOpened(material);
    },
    [material],
  );
  // Fixed on opening; later the address follows the current page.
  const [isPageNamed] = useState(() => namesPage(router.state.location.searchStr, material.id));
  if (code.kind === 'paper') {
    return (
      <>
        <code.Dialog
          url={api.filePreview(site.ids, material.fileId)}
          title={material.title}
          downloadUrl={api.materialDownload(site.ids, material)}
          contactEmail={site.contactEmail}
          reportUrl={reportAddress(site, { title: material.title, url: pathAt(1) })}
          find={opened.find}
          neighbours={neighbours}
          done={done}
          exam={exam}
          sharedUrl={pathAt(1)}
          onSave={saving.open}
          onClose={onClose}
        />
        {saving.dialog}
      </>
    );
  }
  return (
    <>
      <code.Dialog
        url={api.fileReading(site.ids, material.fileId)}
        otherUrl={api.fileReadingAsBytes(site.ids, material.fileId)}
        recordUrl={site.publicUrl + api.filePreview(site.ids, material.fileId)}
        documentId={material.fileId}
        materialId={material.id}
        title={material.title}
        lock={{ password: material.filePassword ?? null, note: material.filePasswordNote ?? null }}
        // Always saved under this name, regardless of the title.
        downloadUrl={api.fileDownload(site.ids, material.fileId, 'document.pdf')}
        pictureUrl={firstPictureUrl(site.ids, material)}
        initialPage={opened.page}
        initialFind={opened.find}
        isPageNamed={isPageNamed}
        onPageChange={followPage}
        neighbours={neighbours}
        done={done}
        exam={exam}
        sharedUrl={pathAt}
        onSave={saving.open}
        onReport={(page) => openReport(reportAddress(site, { title: material.title, url: pathAt(page), page }))}
        onClose={onClose}
      />
      {saving.dialog}
    </>
  );
}
