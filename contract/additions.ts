import type { FacultySummary } from '#domain/catalogue.ts';
import type { FileAnswer, MaterialDocument } from './document.ts';

/** Answers of the addresses we serve beside the contract (`api` in addresses.ts names them). */

export type FacultiesAnswer = { total: number; faculties: FacultySummary[] };

/**
 * What `/v1/materials/{id}` says of an id: always 200, the state tells (a page answers 410 for `withdrawn` and 404 for
 * `missing`, design decision 18).
 */
export type FoundMaterialAnswer = { state: 'published'; document: MaterialDocument } | { state: 'withdrawn' } | { state: 'missing' };

/** A document in the trash, and when it went there. */
export type WithdrawnDocument = MaterialDocument & { $deletedAt: string | null };

export type TrashAnswer = { total: number; documents: WithdrawnDocument[] };

/** Documents of several collections in one list; `$collectionId` says which. */
export type MisplacedAnswer = { total: number; documents: MaterialDocument[] };

export type UnusedFilesAnswer = { total: number; files: FileAnswer[] };

export type RemovedSamplesAnswer = { removed: number };
