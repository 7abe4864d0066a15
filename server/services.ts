import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { LibraryState } from '#contract/additions.ts';
import type { ContentPage, Shelf, Site } from '#contract/shelf.ts';
import type { AccountService, AccountSettings } from './accounts/account-service.ts';
import type { SignInGuard } from './accounts/sign-in-guard.ts';
import type { Trail } from './accounts/trail.ts';
import type { DailyBackup } from './backup/daily-backup.ts';
import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { PasswordFile } from './data-folder/password-file.ts';
import type { readAs } from './database/caller.ts';
import type { FaultWatch } from './faults/fault-watch.ts';
import type { Readiness } from './faults/readiness.ts';
import type { FeedService } from './feeds/feed-service.ts';
import type { FileService } from './files/file-service.ts';
import type { HarvestService } from './harvest/harvest-service.ts';
import type { InventoryService } from './inventory/inventory-service.ts';
import type { MaterialService } from './materials/material-service.ts';
import type { Nodes } from './nodes/nodes.ts';
import type { PhotographService } from './photographs/photograph-service.ts';
import type { DerivedFiles } from './pictures/derived-files.ts';
import type { OpenWorker } from './pictures/worker-process.ts';
import type { createPictureService } from './pictures/picture-service.ts';
import type { ReadingService } from './reading/reading-service.ts';
import type { Resources } from './resources.ts';
import type { IndexKeeper } from './search/index-keeper.ts';
import type { SearchService } from './search/search-service.ts';
import type { SharePictureService } from './share-pictures/share-picture-service.ts';
import type { IndexNow } from './robots/index-now.ts';
import type { SiteMap } from './robots/site-map.ts';
import type { ErrorLog } from './telemetry/error-log.ts';
import type { StagingService } from './staging/staging-service.ts';
import type { SimilarService } from './similar/similar-service.ts';
import type { TextReads } from './text/text-reads.ts';
import type { TextService } from './text/text-service.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Everything the product can do. The HTTP layer and the pages get this and nothing else. */
export type Services = {
  materials: MaterialService;
  /** All materials in one list, and bulk edits. */
  inventory: InventoryService;
  files: FileService;
  /** Milliseconds since 1970, by one clock for all nodes. */
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
  /** Notifies search engines of changed pages; null if that is off. */
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
  /** Removes files derived from a file together with it. */
  derived: DerivedFiles;
  shelf: Shelf;
  catalogue: Catalogue;
  site: Site;
  changes: Changes;
  /** This process among several that share a database; null if it is the only one. */
  nodes: Nodes | null;
  /** Runs `work`; all its reads are made for this kind of caller. */
  readAs: typeof readAs;
  /** The faults of the machine. */
  faults: FaultWatch;
  readiness: Readiness;
  room: Resources['room'];
  /** Counts a sign-in attempt for the metrics. */
  countSignIn(isGood: boolean): void;
  /** Reads the state of the library, for its operator. */
  readState(actor: Actor): Promise<LibraryState>;
  /** The daily backup, and the state of earlier ones. */
  backups: DailyBackup;
};

/** The dependencies of the services (create-services.ts). */
export type ServiceParts = {
  config: Config;
  resources: Resources;
  catalogue: Catalogue;
  site: Site;
  pages: readonly ContentPage[];
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
};
