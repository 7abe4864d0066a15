import { useEffect, useEffectEvent, useRef } from 'react';
import { fileExtension, isOfficeDocument, typeByName } from '#domain/file-type.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { discardFiles, type MakingProgress } from '#app/features/upload/photographs/make-pdf.ts';
import { useMaking } from '#app/features/upload/photographs/use-making.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/upload/photographs.ts';
import type { ChosenFile } from './material-form.ts';

/** True for a chosen office document, of which the library makes a PDF first. The server decides by the bytes. */
export function isToConvert(chosen: ChosenFile | null): boolean {
  return chosen !== null && !chosen.isStored && isOfficeDocument(typeByName(chosen.file.name)?.mediaType ?? '');
}

/**
 * Deletes the library's copy of a document that was replaced or removed in the form, unless it became the PDF. A
 * document that is only left for another page stays, because the form still has it.
 */
export function useDiscardReplaced(chosen: ChosenFile | null, madeFrom: string | null): void {
  const { site, client } = useAdminSession();
  const last = useRef(chosen);
  const compare = useEffectEvent(() => {
    const before = last.current;
    last.current = chosen;
    if (!before || before.fileId === chosen?.fileId || before.fileId === madeFrom || !isToConvert(before)) return;
    void discardFiles({ client, site }, [before.fileId]);
  });
  useEffect(
    function discardReplaced() {
      compare();
    },
    [chosen],
  );
}

type DocumentConversionProps = {
  /** The document. For another one, use another key. */
  document: ChosenFile;
  disabled: boolean;
  onMade: (made: { file: File; fileId: string }) => void;
};

/** Sends an office document, and lets the library make a PDF of it at once; shows the progress and failures. */
export function DocumentConversion({ document: { file, fileId }, disabled, onMade }: DocumentConversionProps) {
  const { progress, failure, make, cancel } = useMaking(onMade);
  const source = { fileId, file, takenAt: null, turn: 0 as const, keepsWhole: true };
  const stem = file.name.slice(0, file.name.length - fileExtension(file.name).length);
  const convert = () => void make([source], `${stem}.pdf`);
  const begin = useEffectEvent(convert);
  useEffect(function convertAtOnce() {
    begin();
  }, []);

  if (progress) return <ProgressBar label={words.progress} {...describe(progress)} onCancel={cancel} />;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      {failure && (
        <Notice tone="danger" role="alert">
          {failure.message}
        </Notice>
      )}
      <Button variant="secondary" disabled={disabled} onClick={convert}>
        {failure ? actions.tryAgain : words.makePdf}
      </Button>
    </div>
  );
}

/** Sending is the first half of the bar. How far LibreOffice has come is not known. */
function describe({ step }: MakingProgress): { text: string; percent: number } {
  if (step === 'sending') return { text: words.sendingDocument, percent: 0 };
  const text = step === 'waiting' ? words.waiting : words.makingOfDocument;
  return { text, percent: 50 };
}
