import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Config } from '#server/config.ts';
import type { GeneratedPassword } from '#server/engines/data-folder/password-file.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import type { ReadOptions } from '#server/engines/database/sqlite/read-limits.ts';
import { openResources, type Resources } from '#server/engines/resources.ts';
import type { AccountSettings, HandOver } from '#server/library/accounts/account-service.ts';
import type { AccentColours } from '#server/library/site-content/site-accent.ts';
import { readCatalogueIn } from '#server/library/site-content/catalogue-file.ts';
import { readSite } from '#server/library/site-content/site.ts';
import type { OpenWorker } from '#server/machinery/processes/worker-process.ts';
import { withLease } from '#server/machinery/queues/with-lease.ts';
import type { ErrorLog } from '#server/machinery/telemetry/error-log.ts';
import type { Metrics } from '#server/machinery/telemetry/metrics.ts';
import { watchStatements } from '#server/machinery/telemetry/watch-statements.ts';
import { createServices } from '#server/services/create-services.ts';
import type { Services } from '#server/services/services.ts';
import { seedSamples } from './samples.ts';
import { warnAtStart } from './warn-at-start.ts';

/** Maximum time for interrupted uploads to write the bytes they received; they are resumed after the next start. */
const settleMs = 4000;

/**
 * Closes the services: first the processes that work on files, because an upload may be waiting for one, then pending
 * writes of uploads.
 */
async function closeServices({
  pictures,
  sharePictures,
  indexNow,
  reading,
  textReading,
  similar,
  staging,
  photographs,
  composing,
  indexKeeper,
  files,
}: Pick<
  Services,
  | 'pictures'
  | 'sharePictures'
  | 'indexNow'
  | 'reading'
  | 'textReading'
  | 'similar'
  | 'staging'
  | 'photographs'
  | 'composing'
  | 'indexKeeper'
  | 'files'
>): Promise<void> {
  await staging.close();
  await Promise.all([
    pictures.close(),
    sharePictures.close(),
    indexNow?.close(),
    reading.close(),
    textReading.close(),
    similar.close(),
    photographs.close(),
    composing.close(),
    indexKeeper.close(),
  ]);
  const settled = new AbortController();
  const timeout = sleep(settleMs, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([files.settle(), timeout]);
  settled.abort();
}

/** The engines and services of a library that is ready for requests. */
export type Library = {
  services: Services;
  resources: Resources;
  accent: AccentColours | null;
  /** Not null if the first start created an administrator with a generated password. */
  newAdministrator: GeneratedPassword | null;
};

/** The parts of a library that tests and commands replace. */
export type LibraryOptions = {
  /** Limits of slow database reads. */
  reads?: ReadOptions | undefined;
  /** Called after every statement of the database. */
  onQuery?: ((query: QueryRun) => void) | undefined;
  /** If false, pictures and reading copies are made only on request. */
  derivesAhead?: boolean | undefined;
  /** If false, no texts are extracted, neither from new nor from existing files; default: `derivesAhead`. */
  readsTexts?: boolean | undefined;
  /** The hashing and comparing of passwords. */
  passwords?: AccountSettings['passwords'];
  /** Receives the generated password of a first start before it is valid. */
  handOver?: HandOver | undefined;
  /** Opens the processes that make pictures, reading copies and texts. */
  openWorker?: OpenWorker | undefined;
  /** Returns the folder with the program of LibreOffice, null if it is not installed; default: `findLibreOffice`. */
  findOffice?: (() => string | null) | undefined;
};

/**
 * Opens the engines, creates the services, and seeds the data of a first start. Each resource is added to `opened` as
 * soon as it is open, so that nothing stays open if a later step fails.
 */
export async function openLibrary(
  opened: AsyncDisposableStack,
  parts: LibraryOptions & {
    config: Config;
    catalogue: Catalogue;
    log: Logger;
    /** Name of this process among several that share a database. */
    node: string;
    telemetry: { metrics: Metrics; errors: ErrorLog };
  },
): Promise<Library> {
  const { config, catalogue, log, node, telemetry, derivesAhead, readsTexts, passwords, openWorker, findOffice } =
    parts;
  const { metrics } = telemetry;
  const { site, pages, translations, accent } = await readSite({ config });
  const translated = [...translations].map(async ([language, texts]) => {
    const ofLanguage = await readCatalogueIn(language, config.catalogue);
    return [language, { ...texts, catalogue: ofLanguage }] as const;
  });
  const watch = watchStatements({ log, metrics });
  const onQuery = (query: QueryRun) => {
    watch(query);
    parts.onQuery?.(query);
  };
  const resources = await openResources(config, log, onQuery, parts.reads, node);
  opened.defer(() => resources.close());
  await warnAtStart({ database: resources.database, catalogue, dataDir: config.dataDir, log });
  const services = createServices({
    config,
    resources,
    catalogue,
    site,
    pages,
    translations: new Map(await Promise.all(translated)),
    accent: accent?.light ?? null,
    log,
    telemetry,
    ...(derivesAhead !== undefined && { derivesAhead }),
    ...(readsTexts !== undefined && { readsTexts }),
    ...(passwords && { passwords }),
    openWorker,
    findOffice,
  });
  opened.defer(() => services.trail.close());
  opened.defer(() => services.signInGuard.close());
  opened.defer(() => closeServices(services));
  opened.defer(() => metrics.close());
  opened.defer(() => services.nodes?.close());
  await services.nodes?.open();
  const seed = async () => {
    const { adminEmail: email, adminPassword: password, adminName: name } = config;
    const made = await services.accounts.prepareAdministrator({ email, password, name }, parts.handOver);
    await seedSamples({ config, resources, inspect: services.pictures.inspect, log });
    return made;
  };
  const newAdministrator = services.nodes ? await seedInTurn(resources, seed) : await seed();
  for (const { email } of await services.accounts.listEarlierAdministrators(config.adminEmail))
    log.warn(
      `${email} was set up before ADMIN_EMAIL changed and is still an administrator; to remove it: npm run admin -- remove ${email}`,
    );
  return { services, resources, accent, newAdministrator };
}

/** Lets nodes that start at the same time seed one after another, so that each finds the data of the previous one. */
function seedInTurn<Result>({ database, node }: Resources, seed: () => Promise<Result>): Promise<Result> {
  const [name, durationMs] = ['start', 20_000] as const;
  const take = () => database.leases.take(name, node, durationMs);
  const release = () => database.leases.release(name, node);
  const busy = `database: another node has been busy with "${name}" for too long; see its log, then start again`;
  const refuse = () => new Error(busy);
  return withLease({ durationMs, take, release }, { patienceMs: 5 * 60_000, refuse }, seed);
}
