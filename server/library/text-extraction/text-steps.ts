import type { FileRecord } from '#server/engines/database/database.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import type { DocumentText } from '#server/engines/text-store/texts.ts';
import { ReadingUnavailable, type FileReader } from './file-reader.ts';
import type { PageFailures } from './page-failures.ts';
import type { Recognition } from './recognition.ts';
import type { Need, WaitingDocuments } from './waiting-documents.ts';

/** A piece of work on a document, e.g. reading some of its pages. */
export type Step = (document: DocumentText, file: FileRecord) => Promise<void>;

type Chosen = { document: DocumentText; need: Need };

/** Chooses the next document and runs one step on it. */
export interface TextSteps {
  /** Chooses the next step. `unrecognisable`: pages wait for recognition, which is off or unavailable. */
  choose(): Promise<Chosen | 'none' | 'unrecognisable'>;
  /**
   * Runs a step, and postpones the document if the step fails. Returns false if it failed. Rejects if this machine
   * can't read anything now.
   */
  do(chosen: Chosen): Promise<boolean>;
}

export function createTextSteps(parts: {
  documents: WaitingDocuments;
  reader: Pick<FileReader, 'find'>;
  steps: Record<Need, Step>;
  failures: Pick<PageFailures, 'postpone'>;
  recognition: Pick<Recognition, 'state' | 'isReady' | 'suspend'>;
  /** Called after a document could not be read. */
  announce: (sha256: string) => void;
  /** Aborted when text extraction is stopped: errors caused by that are not failures. */
  signal: AbortSignal;
}): TextSteps {
  const { documents, reader, steps, failures, recognition, announce, signal } = parts;

  async function handleFailure({ document, need }: Chosen, error: unknown): Promise<void> {
    if (signal.aborted) return;
    // Another document is tried first when it continues.
    documents.postpone(document.sha256);
    if (readFault(error) !== null) throw error;
    if (error instanceof ReadingUnavailable) {
      if (need !== 'ocr') throw error;
      recognition.suspend(error.message);
      return;
    }
    // A document that cannot be judged stays unchanged.
    if (need !== 'judgement') await failures.postpone(document.sha256, need, error);
    announce(document.sha256);
  }

  return {
    async choose() {
      const unread = await documents.choose('text');
      if (unread) return { document: unread, need: 'text' };
      const pictured = await documents.choose('ocr');
      if (pictured)
        // Called only now, because it starts the engine.
        return (await recognition.isReady()) ? { document: pictured, need: 'ocr' } : 'unrecognisable';
      // Without recognition a page would only lose its existing text.
      if (recognition.state() === 'off') return 'none';
      const outdated = await documents.choose('judgement');
      return outdated && (await recognition.isReady()) ? { document: outdated, need: 'judgement' } : 'none';
    },

    async do(chosen) {
      const { document, need } = chosen;
      const file = await reader.find(document.sha256);
      if (!file) {
        // The file was deleted; the sweep of derived files forgets its texts.
        documents.postpone(document.sha256);
        return false;
      }
      try {
        await steps[need](document, file);
        documents.settle(document.sha256);
        return true;
      } catch (error) {
        await handleFailure(chosen, error);
        return false;
      }
    },
  };
}
