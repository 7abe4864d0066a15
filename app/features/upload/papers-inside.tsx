import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import type { MaterialFieldProps } from '#app/features/upload/form/material-fields.ts';
import * as words from '#messages/upload/panel.ts';
import type { PdfFacts, PdfOnDevice } from './use-proposals.ts';

type PapersInsideProps = Pick<MaterialFieldProps, 'form' | 'change' | 'disabled'> & {
  facts: PdfFacts | null;
  extract: PdfOnDevice['extract'];
  /** Opens files in the tab for many. */
  onImport: (files: readonly File[]) => void;
};

/** Maximum number of papers that get separate buttons; the import has space for more. */
const maxButtons = 6;

/** Shows that the chosen PDF contains others, and offers to upload one of them or to import all. */
export function PapersInside({ form, change, facts, extract, disabled, onImport }: PapersInsideProps) {
  const [isBusy, setBusy] = useState(false);
  const chosen = form.file;
  if (chosen === null || facts?.state !== 'open' || facts.papers.length === 0) return null;
  const { papers } = facts;

  async function take(file: File, only: readonly string[] | null): Promise<void> {
    setBusy(true);
    try {
      const files = await extract(file, only, new AbortController().signal);
      const [first = null] = files;
      if (first === null) throw new Error('Nothing could be read inside the PDF.');
      change({ type: 'file', file: only === null ? null : first });
      if (only === null) onImport(files);
    } catch (error) {
      console.error('the papers inside a PDF could not be extracted', error);
      showToast({ tone: 'destructive', title: words.notExtracted, text: words.extractYourself });
    } finally {
      setBusy(false);
    }
  }

  const isFixed = disabled || isBusy;
  return (
    <Notice tone="warning">
      <p>{words.papersInside(papers.length)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {papers.slice(0, maxButtons).map((name) => (
          <Button
            key={name}
            variant="secondary"
            size="small"
            disabled={isFixed}
            onClick={() => void take(chosen.file, [name])}
          >
            <span className="max-w-56 truncate">{words.takePaper(name)}</span>
          </Button>
        ))}
        <Button variant="secondary" size="small" disabled={isFixed} onClick={() => void take(chosen.file, null)}>
          {words.importPapers(papers.length)}
        </Button>
      </div>
    </Notice>
  );
}
