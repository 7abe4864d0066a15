import type { FileRecord, LinkedPhotograph } from './file-record.ts';

/** A PDF that some process makes of photographs, or failed to make. */
export type SharedWork = {
  /** Names the beginning: when the same PDF is begun again, it is another one. */
  attempt: string;
  state: 'waiting' | 'making' | 'failed';
  /** Pages made so far. */
  done: number;
  total: number;
  failure: { message: string; photographId: string | null } | null;
  /** In the order of the pages, without those that were deleted meanwhile. */
  photographs: readonly (LinkedPhotograph & { file: FileRecord })[];
};

/** What a process says of a work that it has. */
export type KeptWork = { fileId: string; attempt: string; state: 'waiting' | 'making'; done: number };

/**
 * PDFs of photographs that are being made, where several processes use the same records: each is made by one of them, by
 * the clock of the database. A work that is not kept ends by itself, so that nothing waits for a process that was killed.
 */
export interface PhotographWorks {
  /** How long a work lasts unless it is kept, in milliseconds. */
  holdMs: number;
  /** Notes that the PDF is made from now on; false if it is already. What failed, or was made by a process that was killed, is replaced. */
  begin(fileId: string, attempt: string, photographs: readonly LinkedPhotograph[]): Promise<boolean>;
  /** Makes the works last from now on and notes how far they are. Returns those attempts that were neither removed nor replaced. */
  keep(works: readonly KeptWork[]): Promise<ReadonlySet<string>>;
  /** Notes why an attempt failed, if it is still the one. */
  fail(work: Omit<KeptWork, 'state'>, failure: NonNullable<SharedWork['failure']>): Promise<void>;
  /** Removes an attempt, if it is still the one. */
  end(fileId: string, attempt: string): Promise<void>;
  /** Removes the work, whichever process has it, which notices when it keeps it. */
  remove(fileId: string): Promise<void>;
  /** Null if nobody makes it, and if the one who did has died. A failure is found for an hour at least. */
  find(fileId: string): Promise<SharedWork | null>;
}
