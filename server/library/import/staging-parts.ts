import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import { isOfficeDocument } from '#domain/file-type.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import type { TryPassword } from '#server/library/materials/require-password.ts';
import type { PhotographService } from '#server/library/photographs/photograph-service.ts';
import type { StaleRows } from './stale-rows.ts';
import { toStagedAnswer } from './to-staged-answer.ts';

/** Estimates how long publishing takes, from the requests measured so far. */
interface PublishingPace {
  note(files: number, milliseconds: number): void;
  /** Estimated seconds for this number of files. */
  secondsFor(files: number): number;
}

/** Milliseconds per file before the first measurement: some transactions and the request itself. */
const firstGuessMs = 30;
/** Weight of the last request in the moving average, high enough that a slow minute is soon forgotten. */
const weightOfLast = 0.3;

export function createPublishingPace(): PublishingPace {
  let msPerFile = firstGuessMs;
  return {
    note(files, milliseconds) {
      if (files > 0) msPerFile += weightOfLast * (milliseconds / files - msPerFile);
    },
    secondsFor: (files) => Math.ceil((files * msPerFile) / 1000),
  };
}

/** Dependencies shared by the parts of the service. */
export type StagingParts = {
  database: Database;
  catalogue: Catalogue;
  storage: Pick<Storage, 'find'>;
  files: Pick<FileService, 'remove'>;
  photographs: Pick<PhotographService, 'cancel'>;
  trail: Pick<Trail, 'transaction'>;
  changes: Changes;
  maxUploadBytes: number;
  tryPassword: TryPassword;
  maxFiles: number;
  /** Computes the derived values of stale rows. */
  derive: (records: readonly StagedRecord[]) => Promise<void>;
  /** Computes the evidence of these drives again. */
  reviewDrives: (names: readonly string[]) => Promise<unknown>;
  stale: StaleRows;
  answers: StagedAnswers;
  pace: PublishingPace;
};

/** Creates responses from rows. */
export type StagedAnswers = {
  /** Includes the duplicates of each row. */
  of(records: readonly StagedRecord[]): Promise<StagedFileAnswer[]>;
  /** Returns the staged rows with these ids, in this order. */
  find(ids: readonly string[]): Promise<StagedRecord[]>;
  /** Returns the current revision in the form that is sent. */
  revision(): Promise<string>;
  writeRevision(revision: number): Promise<string>;
  /** Returns null for a revision of another history of the records. */
  readRevision(sent: string): Promise<number | null>;
};

/** A revision includes the history of the records: after a restore, the next request may see older records. */
export function createStagedAnswers({
  database,
  catalogue,
}: {
  database: Pick<Database, 'staging' | 'history'>;
  catalogue: Catalogue;
}): StagedAnswers {
  const { staging } = database;

  /** Returns the stored office documents of rows whose PDF is still to be made, by the id of the row. */
  async function findDocuments(records: readonly StagedRecord[]): Promise<Map<string, string>> {
    const waiting = records.filter(({ state, file }) => state === 'waiting' && file === null);
    const sources = waiting.length === 0 ? [] : await staging.storedSources(waiting.map(({ id }) => id));
    const documents = sources.filter(({ mediaType }) => isOfficeDocument(mediaType));
    return new Map(documents.map(({ id, fileId }) => [id, fileId]));
  }

  const writeRevision = async (revision: number) => `${await database.history()}.${revision}`;
  return {
    async of(records) {
      const found = records.length === 0 ? [] : await staging.duplicatesOf(records.map(({ id }) => id));
      const duplicates = Map.groupBy(found, ({ stagedId }) => stagedId);
      const documents = await findDocuments(records);
      return records.map((record) => {
        const { id } = record;
        const more = { duplicates: duplicates.get(id) ?? [], documentId: documents.get(id) ?? null };
        return toStagedAnswer(record, more, catalogue);
      });
    },

    async find(ids) {
      const found = new Map((await staging.find(ids)).map((record) => [record.id, record]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },

    revision: async () => writeRevision(await staging.revision()),
    writeRevision,

    async readRevision(sent) {
      const [history, revision = ''] = sent.split('.');
      return history === (await database.history()) && /^\d{1,15}$/.test(revision) ? Number(revision) : null;
    },
  };
}
