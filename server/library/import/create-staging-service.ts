import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { stagingLimits } from '#contract/staging.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { guessPlace } from '#domain/guess/guess-place.ts';
import { prepareGuessing, type Guessing } from '#domain/guess/prepare-guessing.ts';
import { resolveFields } from '#domain/guess/resolve-fields.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { SimilarService } from '#server/library/duplicates/similar-service.ts';
import type { TextService } from '#server/library/text-extraction/text-service.ts';
import { createPublicationService } from './create-publication-service.ts';
import { createDerive, reviewDrives } from './derive-rows.ts';
import { mergeCopies } from './merge-copies.ts';
import { createBatchPublishing } from './publish-batch.ts';
import { createFirstPages } from './read-first-pages.ts';
import { createPhotographStaging } from './stage-photographs.ts';
import { createStagingEdits } from './staging-edits.ts';
import { createStagingLists } from './staging-lists.ts';
import { createStagedAnswers, createPublishingPace, type StagingParts } from './staging-parts.ts';
import type { StagingService } from './staging-service.ts';
import { createStaleRows, type StaleRows } from './stale-rows.ts';
import { createPublicationUndo } from './undo-publication.ts';

/** Stores which staged files have nearly the same text as another file. */
interface SimilarNotes {
  /** Resolves to true if these bytes were compared with their current text; similar files are then stored. */
  isCompared(sha256: string): Promise<boolean>;
  /** Stores the files that are similar to these bytes. */
  note(sha256: string): Promise<void>;
  /** Stores the pairs that were found before the server stopped. */
  catchUp(): Promise<void>;
}

function createSimilarNotes({
  database,
  similar,
  log,
}: {
  database: Pick<Database, 'staging'>;
  similar: Pick<SimilarService, 'pairsOf' | 'allPairs' | 'isCompared'>;
  log: Logger;
}): SimilarNotes {
  const { staging } = database;
  const store = async (pairs: Awaited<ReturnType<SimilarService['pairsOf']>>) => {
    for (const { first, second, same } of pairs) await staging.addSimilar(first, second, same);
  };
  const note = async (sha256: string) => store(await similar.pairsOf(sha256));

  return {
    note,

    async isCompared(sha256) {
      if (!(await similar.isCompared(sha256))) return false;
      await note(sha256);
      return true;
    },

    async catchUp() {
      try {
        await store(await similar.allPairs());
      } catch (error) {
        log.warn({ err: error }, 'could not store near duplicates of staged files');
      }
    },
  };
}

type Parts = Pick<
  StagingParts,
  | 'database'
  | 'storage'
  | 'catalogue'
  | 'files'
  | 'photographs'
  | 'trail'
  | 'changes'
  | 'maxUploadBytes'
  | 'tryPassword'
> & {
  texts: Texts;
  textReading: Pick<TextService, 'onRead' | 'recognition'>;
  similar: Pick<SimilarService, 'onCompared' | 'pairsOf' | 'allPairs' | 'isCompared'>;
  /** If false, text is extracted only on request. */
  readsTexts: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
};

const day = 24 * 60 * 60 * 1000;
/** Period in which a repeated import recognises published files; the same as the retention of the trash. */
const publishedMs = 30 * day;
/** Retention of rows without bytes. Removing them loses nothing. */
const waitingMs = 30 * day;
/** Rows per transaction; a larger batch would delay other writers. */
const sweepBatch = 1000;

export function createStagingService(parts: Parts): StagingService {
  const { database, catalogue, texts, textReading, similar, readsTexts, changes, log } = parts;
  const guessing = createGuessing(parts);
  const onStale = () => stale.wake();
  const derive = createDerive({ database, texts, catalogue, guessing, onStale });
  const stale: StaleRows = createStaleRows({ database, derive, log });
  const notes = createSimilarNotes({ database, similar, log });
  const firstPages = createFirstPages({
    database,
    texts,
    recognition: textReading.recognition,
    isCompared: notes.isCompared,
    storeAlike: notes.note,
    readsTexts,
    derive,
    log,
  });
  changes.listen((change) => {
    if (change.subject === 'file' && change.action === 'create') firstPages.note(change.file.sha256);
  });
  textReading.onRead(firstPages.note);
  similar.onCompared(firstPages.noteCompared);
  const answers = createStagedAnswers({ database, catalogue });
  const pace = createPublishingPace();
  const state = { isClosed: false };
  const undo = createPublicationUndo({
    ...parts,
    isClosed: () => state.isClosed,
    onStagedAgain(reading) {
      stale.wake();
      reading.forEach(firstPages.note);
    },
  });

  const staged: StagingParts = {
    ...parts,
    maxFiles: stagingLimits.maxFiles,
    derive,
    reviewDrives: (names) => reviewDrives(names, { ...database, guessing: guessing(), onStale }),
    stale,
    answers,
    pace,
  };

  return {
    ...createStagingLists({ database, answers, changes }),
    ...createPhotographStaging(staged),
    ...createStagingEdits(staged),
    ...createBatchPublishing(staged),
    ...createPublicationService({ database, catalogue, derive, secondsFor: pace.secondsFor, undo }),

    guess(actor, file) {
      requireAdministrator(actor);
      const guess = guessPlace(file, guessing());
      const unset = { manual: {}, inherited: {} };
      const { title, fields, doubtful } = resolveFields({ path: file.path, ...unset, guess }, catalogue);
      const { alternatives, against } = guess;
      return { title, fields, doubtful, alternatives, against };
    },

    async catchUp() {
      await undo.resume();
      if (!(await database.staging.hasOpen())) return;
      await mergeCopies(database);
      await guessAgain(database, catalogue);
      await notes.catchUp();
      await firstPages.catchUp();
      stale.wake();
    },

    async sweep(lived) {
      // Completes an undo whose node was killed.
      await undo.resume();
      const bounds = { published: lived - publishedMs, waiting: lived - waitingMs, limit: sweepBatch };
      return database.staging.forgetUntouched(bounds);
    },

    async idle() {
      await firstPages.idle();
      await stale.idle();
    },

    async close() {
      state.isClosed = true;
      await undo.idle();
      await Promise.all([firstPages.close(), stale.close()]);
    },
  };
}

const catalogueName = 'staged-for-catalogue';
/** Raise it when the rules of `domain/guess` change: rows that are staged already are then guessed again. */
const guessRules = 2;

/** Marks all rows stale if the catalogue or the rules have changed since the last start. */
async function guessAgain({ settings, staging }: Parts['database'], catalogue: Catalogue): Promise<void> {
  const digest = createHash('sha256')
    .update(`${guessRules} ${JSON.stringify(catalogue)}`)
    .digest('hex');
  if ((await settings.find(catalogueName)) === digest) return;
  await staging.makeAllStale();
  await settings.set(catalogueName, digest);
}

/** Prepares guessing on first use, which takes a tenth of a second, and again each year: no exam is later than this year. */
function createGuessing({ catalogue, now }: Pick<Parts, 'catalogue' | 'now'>): () => Guessing {
  let prepared: Guessing | null = null;
  return () => {
    const year = new Date(now()).getUTCFullYear();
    if (prepared?.currentYear !== year) prepared = prepareGuessing(catalogue, year);
    return prepared;
  };
}
