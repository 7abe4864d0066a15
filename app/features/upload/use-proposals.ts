import { useEffect, useEffectEvent, useState } from 'react';
import type { FileGuessAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { stagingLimits } from '#contract/staging.ts';
import { decodeHtml } from '#domain/text/html-text.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { findFileFault, isWebPage } from '#app/features/upload/transfer/check-file.ts';
import { propose } from '#app/features/upload/form/proposals.ts';
import type { MaterialFormState } from './use-material-form.ts';

/** Facts about a PDF on the device before it is sent; see the reader's read-pdf-file.ts. */
export type PdfFacts =
  | { state: 'open'; pageCount: number; firstPage: string; papers: readonly string[] }
  | { state: 'locked' | 'unreadable' };

/** Reads PDFs on the device. */
export type PdfOnDevice = {
  /** Reads the facts about a PDF. Rejects only if `signal` is aborted or the code can't be loaded. */
  read: (file: Blob, signal: AbortSignal) => Promise<PdfFacts>;
  /** Returns the PDFs inside a PDF: those with the names in `only`, or all. */
  extract: (file: Blob, only: readonly string[] | null, signal: AbortSignal) => Promise<File[]>;
};

/** The library's limit for the text of a first page. */
const maxFirstPage = 20_000;
/** Size of the part of a web page that contains its beginning. */
const htmlBytes = 256 * 1024;

/**
 * Reads the chosen file. For a new material, requests a guess about its subject from the library and fills in certain
 * values. Returns the facts about the file, null until they are known. After a failure the form stays unchanged, and
 * the user fills it in.
 */
export function useProposals(state: MaterialFormState, pdf: PdfOnDevice): PdfFacts | null {
  const { form, change, isBusy } = state;
  const { client, site } = useAdminSession();
  const [read, setRead] = useState<{ fileId: string; facts: PdfFacts } | null>(null);
  const fileId = form.file && !form.file.isStored ? form.file.fileId : null;

  const fillIn = useEffectEvent((guess: FileGuessAnswer) => {
    // The content being published stays as it was checked.
    if (!isBusy) change(propose(form, guess));
  });
  const readAndGuess = useEffectEvent(async (signal: AbortSignal) => {
    const chosen = form.file;
    if (!chosen || (await findFileFault(form.kind, chosen.file, site.maxUploadBytes)) !== null) return;
    const facts = isWebPage(chosen.file) ? null : await pdf.read(chosen.file, signal);
    signal.throwIfAborted();
    if (facts) {
      setRead({ fileId: chosen.fileId, facts });
      change({ type: 'lockSeen', fileId: chosen.fileId, isLocked: facts.state === 'locked' });
    }
    // The values of an edited material were set by users.
    if (form.base !== null) return;
    const firstPage = facts?.state === 'open' ? facts.firstPage : facts ? '' : await readHtml(chosen.file);
    const asked = {
      path: chosen.file.name.slice(-stagingLimits.maxPath).replaceAll('\0', '').toWellFormed(),
      firstPage: firstPage.slice(0, maxFirstPage).replaceAll('\0', '').toWellFormed() || null,
      pageCount: facts?.state === 'open' ? facts.pageCount : null,
    };
    const json = { 'content-type': 'application/json' };
    const guess = (await client.call(
      'post',
      new URL(panelApi.guessPlace(), location.origin),
      json,
      asked,
    )) as FileGuessAnswer;
    signal.throwIfAborted();
    fillIn(guess);
  });

  useEffect(
    function proposeForFile() {
      if (fileId === null) return undefined;
      const stop = new AbortController();
      readAndGuess(stop.signal).catch(() => undefined);
      return () => stop.abort();
    },
    [fileId],
  );

  return read && read.fileId === form.file?.fileId ? read.facts : null;
}

/** Returns the text of the beginning of a web page. */
async function readHtml(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, htmlBytes).arrayBuffer());
  return decodeHtml(bytes)
    .replaceAll(/<(script|style)\b[^]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\n\s*\n/g, '\n');
}
