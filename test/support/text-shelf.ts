import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { withTurned, type TurnedPages } from '#domain/page-turns.ts';
import type { FileRecord } from '#server/engines/database/database.ts';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { openDisk } from '#server/engines/storage/disk.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import { textWorkerLimits } from '#server/library/text-extraction/text-limits.ts';
import { createTextService } from '#server/library/text-extraction/text-service.ts';
import { fileRecord } from './file-record.ts';
import { listFinishedOf } from './list-finished.ts';
import { shareWorker } from './shared-workers.ts';

/** Makes a recognition engine that reads the same words on every page, for files without real pages. */
export function wordsEngine(recognise?: OcrEngine['recognise']): OcrEngine {
  return {
    name: 'words',
    recognise:
      recognise ??
      (async () => ({
        lines: [{ words: [{ text: 'recognised', box: [0.1, 0.1, 0.2, 0.05], confidence: 90, turn: 0 }] }],
        confidence: 90,
      })),
    findTurn: async () => 0,
    close: async () => undefined,
  };
}

/** Opens stored files, the store of texts and the service that extracts them, in a separate folder. */
export async function openTextShelf(
  options: {
    engine?: OcrEngine | null;
    /** Opens the engine; replaces `engine`. */
    openEngine?: () => Promise<OcrEngine>;
    limits?: Partial<WorkerLimits>;
    /**
     * True for separate processes instead of those shared with other services (shared-workers.ts); also true with
     * `limits`.
     */
    hasOwnWorkers?: boolean;
    isDiskLow?: () => Promise<boolean>;
    pause?: number;
    maxPages?: number;
    /** An existing folder, which is not removed. */
    folder?: string;
    /** Wraps the real store. */
    wrapTexts?: (texts: Texts) => Texts;
    /** A store that other nodes use as well, instead of one in the folder, and the name of this node. */
    shared?: { texts: Texts; node: string };
    lookAgainMs?: number;
  } = {},
) {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'examshelf-text-')));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const storage = await openDisk({ directory: path.join(folder, 'files') });
  const opened = options.shared?.texts ?? openSqliteTexts({ directory: path.join(folder, 'texts'), log });
  const texts = options.wrapTexts?.(opened) ?? opened;
  const records = new Map<string, FileRecord>();
  const { engine = wordsEngine() } = options;
  const service = createTextService({
    texts,
    // Records of the stored files, as the database would return them.
    database: {
      files: {
        listFinished: listFinishedOf(() => records.values()),
        listByDigest: async (sha256: string) => [...records.values()].filter((file) => file.sha256 === sha256),
        turnPages: async (sha256: string, turned: readonly TurnedPages[]) => {
          const files = [...records.values()].filter((file) => file.sha256 === sha256);
          for (const file of files)
            records.set(file.id, { ...file, pageTurns: turned.reduce(withTurned, file.pageTurns) });
          return records.get(files[0]?.id ?? '')?.pageTurns ?? [];
        },
      } as Parameters<typeof createTextService>[0]['database']['files'],
    },
    storage,
    scratch: path.join(folder, `work${options.shared?.node ?? ''}`),
    openEngine: options.openEngine ?? (engine && (async () => engine)),
    isDiskLow: options.isDiskLow ?? (async () => false),
    log,
    limits: { ...textWorkerLimits, ...options.limits },
    ...(!options.limits && !options.hasOwnWorkers && { openWorker: shareWorker }),
    pause: options.pause ?? 10,
    ...(options.lookAgainMs !== undefined && { lookAgainMs: options.lookAgainMs }),
    ...(options.maxPages !== undefined && { maxPages: options.maxPages }),
  });
  return {
    folder,
    service,
    texts,
    storage,
    records,
    log: lines,
    /** Returns the id of the file with these bytes. */
    nameOf: (sha256: string) => [...records.values()].find((file) => file.sha256 === sha256)?.id ?? '',
    async store(id: string, bytes: Buffer, facts: Partial<FileRecord> = {}): Promise<FileRecord> {
      await storage.putPart(id, 0, Readable.from([bytes]));
      await storage.joinParts(id, 1);
      const record = { ...fileRecord(id, bytes), ...facts };
      records.set(id, record);
      return record;
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await opened.close();
      await storage.close();
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
