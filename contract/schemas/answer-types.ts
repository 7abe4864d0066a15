import type { z } from 'zod';
import type {
  facultyList,
  libraryState,
  material,
  misplaced,
  removedSamples,
  sameMaterials,
  similarMaterials,
  subjectPlaces,
  trash,
  unusedFiles,
  withdrawnDocument,
  withdrawnMaterial,
  yearCounts,
} from './addition-schemas.ts';
import type {
  bulkOutcome,
  inventory,
  undoOutcome,
  hiddenDocument,
  hiddenList,
  undoableList,
} from './inventory-schemas.ts';
import type {
  materialText,
  pageText,
  pageTexts,
  readingState,
  retriedPages,
  searchState,
  turnedPages,
  unreadMaterials,
} from './text-schemas.ts';
import type { begunPublication, publicationList, publicationSummary, publicationUndo } from './publication-schemas.ts';
import type {
  fileGuess,
  stagedBatch,
  stagedDiscarded,
  stagedDuplicate,
  stagedFile,
  stagedList,
  stagedPublished,
  stagedUpdated,
  stagingChanges,
} from './staging-schemas.ts';
import type { composition, replacedPages } from './composition-schemas.ts';
import type { photographedPdfs, photographList, photographPdf } from './photograph-schemas.ts';
import type { searchFindings, searchSuggestions } from './search-schemas.ts';

/** Responses of the routes that are not Appwrite's (`api` in addresses.ts lists them). */

export type FacultiesAnswer = z.infer<typeof facultyList>;
export type LibraryState = z.infer<typeof libraryState>;
export type SubjectPlacesAnswer = z.infer<typeof subjectPlaces>;
export type MaterialAnswer = z.infer<typeof material>;
export type WithdrawnMaterialAnswer = z.infer<typeof withdrawnMaterial>;
export type WithdrawnDocument = z.infer<typeof withdrawnDocument>;
export type TrashAnswer = z.infer<typeof trash>;
export type HiddenDocument = z.infer<typeof hiddenDocument>;
export type HiddenMaterialsAnswer = z.infer<typeof hiddenList>;
export type MisplacedAnswer = z.infer<typeof misplaced>;
export type UnusedFilesAnswer = z.infer<typeof unusedFiles>;
export type SameMaterialsAnswer = z.infer<typeof sameMaterials>;
export type SimilarMaterialsAnswer = z.infer<typeof similarMaterials>;
export type YearCountsAnswer = z.infer<typeof yearCounts>;
export type RemovedSamplesAnswer = z.infer<typeof removedSamples>;
export type PhotographsAnswer = z.infer<typeof photographList>;
export type PhotographedPdfsAnswer = z.infer<typeof photographedPdfs>;
export type PhotographPdfAnswer = z.infer<typeof photographPdf>;
export type CompositionAnswer = z.infer<typeof composition>;
export type ReplacedPagesAnswer = z.infer<typeof replacedPages>;
export type MaterialTextAnswer = z.infer<typeof materialText>;
export type PageTextAnswer = z.infer<typeof pageText>;
export type PageTextsAnswer = z.infer<typeof pageTexts>;
export type ReadingStateAnswer = z.infer<typeof readingState>;
export type RetriedPagesAnswer = z.infer<typeof retriedPages>;
export type SearchStateAnswer = z.infer<typeof searchState>;
export type TurnedPagesAnswer = z.infer<typeof turnedPages>;
export type UnreadMaterialsAnswer = z.infer<typeof unreadMaterials>;
export type SearchFindingsAnswer = z.infer<typeof searchFindings>;
export type SearchSuggestionsAnswer = z.infer<typeof searchSuggestions>;
export type InventoryAnswer = z.infer<typeof inventory>;
export type BulkOutcomeAnswer = z.infer<typeof bulkOutcome>;
export type UndoOutcomeAnswer = z.infer<typeof undoOutcome>;
export type FileGuessAnswer = z.infer<typeof fileGuess>;
export type UndoableListAnswer = z.infer<typeof undoableList>;
export type PublicationSummaryAnswer = z.infer<typeof publicationSummary>;
export type BegunPublicationAnswer = z.infer<typeof begunPublication>;
export type PublicationListAnswer = z.infer<typeof publicationList>;
export type PublicationUndoAnswer = z.infer<typeof publicationUndo>;
export type StagedFileAnswer = z.infer<typeof stagedFile>;
export type StagedDuplicateAnswer = z.infer<typeof stagedDuplicate>;
export type StagedBatchAnswer = z.infer<typeof stagedBatch>;
export type StagedListAnswer = z.infer<typeof stagedList>;
export type StagingChangesAnswer = z.infer<typeof stagingChanges>;
export type StagedUpdatedAnswer = z.infer<typeof stagedUpdated>;
export type StagedDiscardedAnswer = z.infer<typeof stagedDiscarded>;
export type StagedPublishedAnswer = z.infer<typeof stagedPublished>;
