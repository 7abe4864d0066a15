/** Constants that the build inserts (scripts/build-service-worker.mjs). */

/** The name of this build: a digest of its files, after the language unless that is the default one (`ne-1f2e…`). */
declare const BUILD_NAME: string;

/** Addresses that every page for visitors needs. */
declare const CORE_FILES: readonly string[];

/** Addresses of the code that reads papers, for users with offline materials. */
declare const READER_FILES: readonly string[];

/** Addresses of the code of all other pages for visitors, without the reader and the panel. */
declare const PAGE_FILES: readonly string[];
