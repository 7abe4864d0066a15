import type { FacultySummary } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { FileAnswer, MaterialDocument } from './document.ts';

/** Answers of the addresses we serve beside the contract (`api` in addresses.ts names them). */

export type FacultiesAnswer = { total: number; faculties: FacultySummary[] };

/**
 * What `/v1/materials/{id}` says of something published, whatever its kind. Once withdrawn or purged the answer is 410,
 * for an id that never was 404 (design decision 18), both of type `document_not_found`.
 */
export type MaterialAnswer = { kind: MaterialKind; document: MaterialDocument };

/** A document in the trash, and when it went there. */
export type WithdrawnDocument = MaterialDocument & { $deletedAt: string | null };

export type TrashAnswer = { total: number; documents: WithdrawnDocument[] };

/** Documents of several collections in one list; `$collectionId` says which. */
export type MisplacedAnswer = { total: number; documents: MaterialDocument[] };

export type UnusedFilesAnswer = { total: number; files: FileAnswer[] };

export type RemovedSamplesAnswer = { removed: number };
