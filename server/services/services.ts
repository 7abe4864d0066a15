import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { LibraryState } from '#contract/schemas/answer-types.ts';
import type { Language } from '#contract/languages.ts';
import type { Shelf, Site } from '#contract/shelf.ts';
import type { SiteTexts } from '#server/library/site-content/site.ts';
import type { AccountService, AccountSettings } from '#server/library/accounts/account-service.ts';
import type { SignInGuard } from '#server/library/accounts/sign-in-guard.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { DailyBackup } from '#server/upkeep/backup/daily/daily-backup.ts';
import type { Changes } from '#server/library/changes.ts';
import type { ComposingService } from '#server/library/composing/composing-service.ts';
import type { Config } from '#server/config.ts';
import type { PasswordFile } from '#server/engines/data-folder/password-file.ts';
import type { readAs } from '#server/machinery/queues/caller.ts';
import type { FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import type { Readiness } from './readiness.ts';
import type { FeedService } from '#server/library/feeds/feed-service.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import type { HarvestService } from '#server/library/harvest/harvest-service.ts';
import type { InventoryService } from '#server/library/inventory/inventory-service.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { Nodes } from '#server/library/nodes/nodes.ts';
import type { PhotographService } from '#server/library/photographs/photograph-service.ts';
import type { DerivedFiles } from '#server/library/pictures/derived-files.ts';
import type { OpenWorker } from '#server/machinery/processes/worker-process.ts';
import type { createPictureService } from '#server/library/pictures/picture-service.ts';
import type { ReadingService } from '#server/library/reading-copies/reading-service.ts';
import type { Resources } from '#server/engines/resources.ts';
import type { IndexKeeper } from '#server/library/search/index-keeper.ts';
import type { SearchService } from '#server/library/search/search-service.ts';
import type { SharePictureService } from '#server/library/share-pictures/share-picture-service.ts';
import type { IndexNow } from '#server/library/search-engines/index-now.ts';
import type { SiteMap } from '#server/library/search-engines/site-map.ts';
import type { ErrorLog } from '#server/machinery/telemetry/error-log.ts';
import type { StagingService } from '#server/library/import/staging-service.ts';
import type { SimilarService } from '#server/library/duplicates/similar-service.ts';
import type { TextReads } from '#server/library/text-extraction/text-reads.ts';
import type { TextService } from '#server/library/text-extraction/text-service.ts';
import type { Metrics } from '#server/machinery/telemetry/metrics.ts';

/** All services of the product. The HTTP layer and the pages get only these. */
export type Services = {
  materials: MaterialService;
  /** All materials in one list, and bulk edits. */
  inventory: InventoryService;
  files: FileService;
  /** Returns the milliseconds since 1970, by one clock for all nodes. */
  now(): number;
  accounts: AccountService;
  /** The file with a generated password. */
  passwordFile: Pick<PasswordFile, 'sweep'>;
  signInGuard: SignInGuard;
  /** The audit trail. */
  trail: Trail;
  pictures: ReturnType<typeof createPictureService>;
  /** Pictures of pages for shared links. */
  sharePictures: SharePictureService;
  /** Notifies search engines of changed pages; null if that is turned off. */
  indexNow: IndexNow | null;
  /** Every page that search engines should find. */
  siteMap: SiteMap;
  /** Reading copies, which open faster. */
  reading: ReadingService;
  /** Extracts the text of files, in the background. */
  textReading: TextService;
  /** True if the text of new files is extracted automatically. */
  readsTexts: boolean;
  /** The extracted text of files. */
  texts: TextReads;
  /** Makes PDFs of photographs. */
  photographs: PhotographService;
  /** Makes PDFs of pages of stored PDFs. */
  composing: ComposingService;
  /** Finds near duplicates. */
  similar: SimilarService;
  /** Staged files: uploaded, and not published yet. */
  staging: StagingService;
  /** Full-text search. */
  search: SearchService;
  /** Lists of materials for other programs. */
  feeds: FeedService;
  /** The records that other libraries harvest. */
  harvest: HarvestService;
  /** Updates the search index when the library changes. */
  indexKeeper: IndexKeeper;
  /** Removes the files that were derived from a file together with it. */
  derived: DerivedFiles;
  shelf: Shelf;
  /** The shelf with names and texts in a language. */
  shelfIn(language: Language): Shelf;
  /** The catalogue with its names in a language. */
  catalogueIn(language: Language): Catalogue;
  catalogue: Catalogue;
  site: Site;
  changes: Changes;
  /** This process as one of several that share a database; null if it is the only one. */
  nodes: Nodes | null;
  /** Runs `work` with this kind of caller for all its reads. */
  readAs: typeof readAs;
  /** The faults of the machine. */
  faults: FaultWatch;
  readiness: Readiness;
  room: Resources['room'];
  /** Counts a sign-in attempt for the metrics. */
  countSignIn(isGood: boolean): void;
  /** Reads the state of the library, for its operator. */
  readState(actor: Actor): Promise<LibraryState>;
  /** Makes the daily backup, and has the state of earlier ones. */
  backups: DailyBackup;
};

/** The dependencies of the services (create-services.ts). */
export type ServiceParts = {
  config: Config;
  resources: Resources;
  catalogue: Catalogue;
  site: Site;
  /** The catalogue with its names, and the operator's texts, in other languages. */
  translations: ReadonlyMap<Language, SiteTexts & { catalogue: Catalogue }>;
  pages: SiteTexts['pages'];
  /** The operator's own accent for light pages. */
  accent?: string | null;
  log: Logger;
  telemetry: { metrics: Metrics; errors: ErrorLog };
  now?: () => number;
  /** If false, pictures and reading copies are made only on request. */
  derivesAhead?: boolean;
  /** If false, text is extracted only on request; default: `derivesAhead`. */
  readsTexts?: boolean;
  passwords?: AccountSettings['passwords'];
  /** Opens the processes that make pictures, reading copies and texts. */
  openWorker?: OpenWorker | undefined;
  /** Returns the folder with the program of LibreOffice, null if it is not installed; default: `findLibreOffice`. */
  findOffice?: (() => string | null) | undefined;
};
