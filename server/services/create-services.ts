import path from 'node:path';
import { createAccountService } from '#server/library/accounts/create-account-service.ts';
import { createSignInGuard } from '#server/library/accounts/sign-in-guard.ts';
import { createTrail, type Trail } from '#server/library/accounts/trail.ts';
import { createSharedNotes } from '#server/upkeep/backup/daily/backup-notes.ts';
import { createDailyBackup, type DailyBackup } from '#server/upkeep/backup/daily/daily-backup.ts';
import { createChanges, type Changes } from '#server/library/changes.ts';
import { createPasswordFile } from '#server/engines/data-folder/password-file.ts';
import { readAs } from '#server/machinery/queues/caller.ts';
import { createReadiness } from './readiness.ts';
import { createComposingService } from '#server/library/composing/create-composing-service.ts';
import type { ComposingService } from '#server/library/composing/composing-service.ts';
import { createPageComposer } from '#server/library/composing/page-composer.ts';
import { createFeedService } from '#server/library/feeds/feed-service.ts';
import { createFileService } from '#server/library/files/create-file-service.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import { createHarvestService } from '#server/library/harvest/harvest-service.ts';
import { createInventoryService } from '#server/library/inventory/create-inventory-service.ts';
import { createMaterialService } from '#server/library/materials/create-material-service.ts';
import { createNodes, type Nodes } from '#server/library/nodes/nodes.ts';
import { createOfficeConverter, officeLimits } from '#server/library/office/office-converter.ts';
import { createPageMaker } from '#server/library/photographs/page-maker.ts';
import type { PhotographService } from '#server/library/photographs/photograph-service.ts';
import { createPhotographService } from '#server/library/photographs/create-photograph-service.ts';
import { createDerivedFiles } from '#server/library/pictures/derived-files.ts';
import { spareInputs } from '#server/library/pictures/picture-cache.ts';
import { createPictureService } from '#server/library/pictures/picture-service.ts';
import { maxCopiedBytes, maxSpareBytes, picturesOnFullDisk } from '#server/library/pictures/pictures-in-memory.ts';
import { createReadingService } from '#server/library/reading-copies/reading-service.ts';
import { createIndexKeeper } from '#server/library/search/index-keeper.ts';
import { createSearchService } from '#server/library/search/search-service.ts';
import { createFilterWords } from '#server/library/search/filter-words.ts';
import { createSubjectFinder } from '#server/library/search/subject-finder.ts';
import { createSuggest } from '#server/library/search/suggest.ts';
import { createUnderstand } from '#server/library/search/understand.ts';
import { createDescribeShared } from '#server/library/share-pictures/describe-shared.ts';
import { createSharePictureService } from '#server/library/share-pictures/share-picture-service.ts';
import { createIndexNow } from '#server/library/search-engines/index-now.ts';
import { createSiteMap } from '#server/library/search-engines/site-map.ts';
import { createShelf } from './create-shelf.ts';
import { createOcr } from '#server/library/text-extraction/ocr/create-ocr.ts';
import { createStagingService } from '#server/library/import/create-staging-service.ts';
import { createSimilarService } from '#server/library/duplicates/similar-service.ts';
import { createTextReads } from '#server/library/text-extraction/text-reads.ts';
import { createTextService } from '#server/library/text-extraction/text-service.ts';
import { createLibraryState } from './library-state.ts';
import type { ServiceParts, Services } from './services.ts';

/** Creates the services from the engines. Opens nothing. */
export function createServices(given: ServiceParts): Services {
  const { config, resources, catalogue, site, log, now = resources.database.now } = given;
  const parts = { ...given, now };
  const { database, storage, room, faults } = resources;
  const changes = createChanges((error) => log.error({ err: error }, 'a listener to changes failed'));
  const nodes = createNodes({ ...resources, changes, log });
  const trail = createTrail({ database, log, now });
  const derivation = createDerivation(parts, changes);
  const { pictures, textReading, similar } = derivation;
  const files = createFileService({
    database,
    storage,
    inspect: pictures.inspect,
    changes,
    trail,
    maxUploadBytes: config.maxUploadBytes,
    room,
    log,
  });
  const materials = createMaterialService({
    database,
    catalogue,
    storage: { find: (fileId) => storage.find(fileId), remove: (fileId) => files.removeBytes(fileId) },
    changes,
    trail,
    tryPassword: pictures.tryPassword,
  });
  const inventory = createInventoryService({ database, catalogue, texts: resources.texts, changes, trail });
  const { search, indexKeeper } = createSearch(parts, { changes, textReading, nodes });
  const readsTexts = parts.readsTexts ?? parts.derivesAhead ?? true;
  const photographs = createPhotographs(parts, files);
  const composing = createComposing(parts, files);
  const staging = createStagingService({
    ...resources,
    tryPassword: pictures.tryPassword,
    catalogue,
    textReading,
    similar,
    readsTexts,
    files,
    photographs,
    trail,
    changes,
    maxUploadBytes: config.maxUploadBytes,
    now,
    log,
  });
  const texts = createTextReads({ texts: resources.texts, service: textReading, materials, files, database });
  const shelves = createShelves(parts, { materials, search, texts });
  const backups = createBackups(parts, nodes);
  return {
    ...derivation,
    materials,
    inventory,
    files,
    ...createAccounts(parts, trail),
    signInGuard: createSignInGuard({ database, now, log }),
    trail,
    ...createOutreach(parts, { materials, files, pictures, texts, changes }),
    readsTexts,
    staging,
    photographs,
    composing,
    texts,
    search,
    ...createSharing(parts),
    indexKeeper,
    ...shelves,
    catalogue,
    site,
    changes,
    nodes,
    now,
    readAs,
    faults,
    readiness: createReadiness({ database, storage, room, faults, nodes }),
    room,
    readState: createLibraryState({
      ...parts.telemetry,
      shelf: shelves.shelf,
      database,
      backups,
      textReading,
      dataDir: config.dataDir,
      now,
    }),
    countSignIn: parts.telemetry.metrics.countSignIn,
    backups,
  };
}

type TimedParts = ServiceParts & Required<Pick<ServiceParts, 'now'>>;

/** Creates the daily backups; if there are several nodes, their state is in the database. */
function createBackups({ config, resources, log, now }: TimedParts, nodes: Nodes | null): DailyBackup {
  const { database, node } = resources;
  if (!nodes) return createDailyBackup({ config, log, now });
  const notes = createSharedNotes(database.settings, config.dataDir);
  return createDailyBackup({ config, log, now, lead: nodes.lead, leases: database.leases, node, notes });
}

/** Creates the services that inform search engines and chats about the library. */
function createOutreach(
  { config, resources, catalogue, site, accent = null, log, openWorker }: ServiceParts,
  services: Pick<Services, 'materials' | 'files' | 'pictures' | 'texts' | 'changes'>,
): Pick<Services, 'sharePictures' | 'siteMap' | 'indexNow'> {
  const { changes } = services;
  const describe = createDescribeShared({ ...services, catalogue, site, accent });
  return {
    sharePictures: createSharePictureService({
      ...services,
      describe,
      directory: path.join(config.dataDir, 'share'),
      log,
      openWorker,
    }),
    siteMap: createSiteMap({ ...services, database: resources.database, catalogue }),
    indexNow: createIndexNow({ key: config.indexNowKey, publicUrl: config.publicUrl, changes, log }),
  };
}

function createAccounts(
  { config, resources, passwords, log, now }: TimedParts,
  trail: Trail,
): Pick<Services, 'accounts' | 'passwordFile'> {
  const { database } = resources;
  const { dataDir, signUp } = config;
  const passwordFile = createPasswordFile({ dataDir, accounts: database.accounts, log });
  const onSignIn = passwordFile.noteSignIn;
  const accounts = createAccountService({ database, trail, now, signUp, onSignIn, ...(passwords && { passwords }) });
  return { accounts, passwordFile };
}

/** Creates the shelf of each language. */
function createShelves(
  { catalogue, site, pages, translations }: ServiceParts,
  services: Pick<Parameters<typeof createShelf>[0], 'materials' | 'search' | 'texts'>,
): Pick<Services, 'shelf' | 'shelfIn' | 'catalogueIn'> {
  const shelf = createShelf({ ...services, catalogue, content: { site, pages } });
  const shelves = new Map(
    [...translations].map(([language, of]) => [
      language,
      createShelf({ ...services, catalogue: of.catalogue, content: of }),
    ]),
  );
  return {
    shelf,
    shelfIn: (language) => shelves.get(language) ?? shelf,
    catalogueIn: (language) => translations.get(language)?.catalogue ?? catalogue,
  };
}

/**
 * Creates the service for photographs. A separate engine detects the rotation of photographed pages, because the other
 * engine may be busy with a long scan.
 */
function createPhotographs(
  { config, resources, log, findOffice }: ServiceParts,
  files: FileService,
): PhotographService {
  const { database, storage, room, faults } = resources;
  const folder = path.join(config.dataDir, 'photographs');
  const { ocrLanguages: languages } = config;
  const scratch = path.join(folder, 'recognition');
  const maker = createPageMaker({
    scratch: path.join(folder, 'pages'),
    openEngine: languages && (() => createOcr({ languages, scratch, log })),
    log,
  });
  const converter = createOfficeConverter({
    scratch: path.join(folder, 'documents'),
    log,
    limits: { ...officeLimits, maxPdfBytes: config.maxUploadBytes },
    ...(findOffice && { find: findOffice }),
  });
  return createPhotographService({ database, storage, files, maker, converter, scratch: folder, room, faults, log });
}

function createComposing({ config, resources, log }: ServiceParts, files: FileService): ComposingService {
  const scratch = path.join(config.dataDir, 'compositions');
  const composer = createPageComposer({ storage: resources.storage, scratch, log });
  return createComposingService({ ...resources, maxUploadBytes: config.maxUploadBytes, files, composer, scratch });
}

/** Creates the services for other programs. */
function createSharing({ config, resources, catalogue, site }: ServiceParts): Pick<Services, 'feeds' | 'harvest'> {
  const { database, texts } = resources;
  const facts = [site.name, site.calendar, config.publicUrl, site.rights ?? ''];
  return {
    feeds: createFeedService({ database, texts }),
    harvest: createHarvestService({ database, catalogue, facts }),
  };
}

/** Creates the search, and its index, which is updated after changes of materials and texts. */
function createSearch(
  { catalogue, site, resources, log, now }: TimedParts,
  { changes, textReading, nodes }: Pick<Services, 'changes' | 'textReading' | 'nodes'>,
): Pick<Services, 'search' | 'indexKeeper'> {
  const { database, texts, searchIndex: index, room } = resources;
  const indexKeeper = createIndexKeeper({ database, texts, index, catalogue, isDiskLow: () => room.isLow(), log });
  changes.listen((change) => {
    const noted = change.subject === 'materials' ? change.changes : change.subject === 'material' ? [change] : [];
    for (const each of noted)
      indexKeeper.note(each.material, each.action === 'update' && each.before.fileId !== each.material.fileId);
    // Of nodes that share the index, only the leader compares it.
    if (change.subject === 'anything' && (!index.isShared || !nodes || nodes.lead.isLeader()))
      indexKeeper
        .reconcile()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the search index could not be compared with the library'),
        );
  });
  textReading.onRead((sha256) => indexKeeper.noteText(sha256));
  const subjects = createSubjectFinder(catalogue);
  const readFilterWords = createFilterWords(catalogue, now);
  const found = { catalogue, subjects, readFilterWords };
  return {
    search: createSearchService({
      index,
      keeper: indexKeeper,
      materials: database.materials,
      texts,
      changes,
      suggest: createSuggest({ ...found, database }),
      understand: createUnderstand({ ...found, calendar: site.calendar }),
    }),
    indexKeeper,
  };
}

/** Creates the services for files derived from other files; `changes` reports new and deleted files to them. */
function createDerivation(
  { config, resources, log, derivesAhead = true, readsTexts = derivesAhead, openWorker }: ServiceParts,
  changes: Changes,
): Pick<Services, 'pictures' | 'reading' | 'textReading' | 'similar' | 'derived'> {
  const { database, storage, texts, room } = resources;
  const pictureFolder = path.join(config.dataDir, 'pictures');
  const pictures = picturesOnFullDisk(createPictureService({ storage, directory: pictureFolder, log, openWorker }), {
    dataDir: config.dataDir,
    isDiskLow: () => room.isLow(),
    openSpare: (directory) =>
      createPictureService({
        storage,
        directory,
        log,
        maxCacheBytes: maxSpareBytes,
        isShared: false,
        inputs: { scratch: spareInputs(pictureFolder), maxCopiedBytes },
      }),
  });
  const reading = createReadingService({
    storage,
    database,
    directory: path.join(config.dataDir, 'reading'),
    log,
    openWorker,
    hasRoomFor: (bytes) => room.hasRoomFor(bytes),
  });
  const { ocrLanguages } = config;
  const textReading = createTextService({
    texts,
    database,
    storage,
    scratch: path.join(config.dataDir, 'texts', 'work'),
    openEngine: ocrLanguages && ((scratch) => createOcr({ languages: ocrLanguages, scratch, log })),
    isDiskLow: () => room.isLow(),
    log,
    openWorker,
  });
  const similar = createSimilarService({ texts, database, directory: path.join(config.dataDir, 'texts'), log });
  textReading.onRead((sha256) => similar.prepare(sha256));
  const derived = createDerivedFiles({ database, folders: [pictures, reading, textReading, similar], log });
  changes.listen((change, origin) => {
    if (change.subject !== 'file') return;
    if (change.action === 'create') {
      if (readsTexts) textReading.prepare(change.file);
      // If nodes share derived files, the one that received the file makes them; otherwise all would at the same
      // moment.
      if (!derivesAhead || (origin === 'elsewhere' && storage.derived)) return;
      pictures.prepare(change.file);
      reading.prepare(change.file);
    } else if (change.action === 'delete') {
      void derived.leave(change.file);
    }
  });
  return { pictures, reading, textReading, similar, derived };
}
