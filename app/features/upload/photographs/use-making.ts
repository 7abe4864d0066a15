import { useEffect, useRef, useState } from 'react';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem, isAbort } from '#app/features/session/library-problem.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import { discardFiles, makePdf, type MakingProgress } from './make-pdf.ts';
import type { Photograph } from './photograph-list.ts';

/** The page made from a photograph, and the rotation of the photograph at that time. */
export type MadePage = { fileId: string; page: number; turn: Photograph['turn'] };

/** Reason why no PDF could be made; `fileId` is the photograph that caused it, if one did. */
export type MakingFailure = { message: string; fileId: string | null };

/** Ids of photographs whose upload was started. Stored while the page is open, like the form. */
const sentIds = new Set<string>();
/** The page last made from each photograph, stored in the same way, and the PDF with this page. */
const madePages = new Map<string, MadePage>();

/** Makes one PDF at a time from photographs, with progress and Cancel. Leaving the screen cancels it. */
export function useMaking(onMade: (made: { file: File; fileId: string }) => void) {
  const { site, client, callSignedIn } = useAdminSession();
  const [progress, setProgress] = useState<MakingProgress | null>(null);
  const [failure, setFailure] = useState<MakingFailure | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(function stopOnLeaving() {
    return () => running.current?.abort();
  }, []);

  async function make(list: readonly Photograph[], name: string) {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress({ step: 'sending', done: 0, total: list.length });
    const { signal } = controller;
    try {
      const parts = { site, client, callSignedIn, signal, onProgress: setProgress, sentIds };
      const made = await makePdf(parts, list, name);
      const before = new Set(list.flatMap(({ fileId }) => madePages.get(fileId)?.fileId ?? []));
      for (const [index, { fileId, turn }] of list.entries())
        madePages.set(fileId, { fileId: made.fileId, page: index + 1, turn });
      onMade(made);
      // This also deletes the photographs that only the earlier PDF had.
      await discardFiles({ client, site }, [...before]);
    } catch (error) {
      if (isAbort(error)) return;
      if (error instanceof PhotographFailure) setFailure({ message: error.message, fileId: error.fileId });
      else {
        console.error('no PDF was made from the photographs', error);
        setFailure({ message: explainProblem(error), fileId: null });
      }
    } finally {
      if (running.current === controller) running.current = null;
      setProgress(null);
    }
  }

  /**
   * Deletes the library's copies of photographs that were removed from the list; files that a PDF needs are deleted with the PDF.
   */
  function discard(photographs: readonly Photograph[], { withPdf = false } = {}) {
    const pdfs = withPdf ? photographs.flatMap(({ fileId }) => madePages.get(fileId)?.fileId ?? []) : [];
    const sent = photographs.map(({ fileId }) => fileId).filter((id) => sentIds.has(id));
    void discardFiles({ client, site }, [...new Set(pdfs), ...sent]);
  }

  return {
    /** Progress of the PDF; null while none is being made. */
    progress,
    failure,
    make,
    cancel: () => running.current?.abort(),
    discard,
    pageOf: (photograph: Photograph) => madePages.get(photograph.fileId) ?? null,
  };
}
