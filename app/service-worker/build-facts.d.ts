/** Written in by the build (scripts/build-service-worker.mjs). */

/** The name of this build: a digest of its files. */
declare const BUILD_NAME: string;

/** Addresses of what every page for visitors needs. */
declare const CORE_FILES: readonly string[];

/** Addresses of the code that reads papers, for those who keep some. */
declare const READER_FILES: readonly string[];

/** Addresses of the code of the other pages for visitors; nothing of the reader and of the panel. */
declare const PAGE_FILES: readonly string[];
