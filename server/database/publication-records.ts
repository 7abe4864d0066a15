import type { FormerState } from './staging-records.ts';

/** A publication of staged files. */
export type Publication = {
  id: string;
  /** The folders and archives that were imported; '' stands for single files. */
  sources: string[];
  userId: string;
  /** '' if nobody was signed in. */
  userName: string;
  begunAt: string;
  /** Lived time when its last file was published. */
  lived: number;
  /** Null if nobody has undone it. `outcome`: what undoing it did, as the service wrote it; null until it is complete. */
  undo: { userId: string; takesChanged: boolean; outcome: string | null } | null;
};

/** How many files of a publication are published, still to be published, and staged again. */
export type PublicationCounts = { published: number; pending: number; undone: number };

/** A published file of a publication. */
export type PublishedFile = {
  stagedId: string;
  materialId: string;
  formerState: FormerState;
  /** When the material was last changed, after it was published. */
  updatedAt: number;
};

/** Publications of staged files: a part of the port to the records (database.ts). What writes is called in a transaction. */
export interface PublicationRecords {
  insert(publication: Pick<Publication, 'id' | 'userId' | 'userName'>): Promise<void>;
  setSources(id: string, sources: readonly string[]): Promise<void>;
  /** The first steps of the paths of staged files, sorted; '' for paths of one step. At most `limit`. */
  listSources(stagedIds: readonly string[], limit: number): Promise<string[]>;
  /**
   * The newest publication that still has to publish one of these files, was not undone, and published its last file
   * at that lived time or later.
   */
  findPending(stagedIds: readonly string[], livedFrom: number): Promise<string | null>;
  /** Adds these files, unless they are published; no other publication has to publish them any more. */
  plan(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Notes that a file was published in this transaction. False if the publication is missing or was undone. */
  setPublished(id: string, file: Omit<PublishedFile, 'updatedAt'>): Promise<boolean>;
  /** These files are not to be published any more. */
  drop(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Removes the publication if it has no files. */
  removeEmpty(id: string): Promise<void>;
  find(id: string): Promise<Publication | null>;
  /** The newest publications that have materials, newest first. */
  list(limit: number): Promise<(Publication & Pick<PublicationCounts, 'published'>)[]>;
  /**
   * Publications whose last file was published at that lived time or later, newest first. `unchanged`: how many of their
   * materials are as they were published.
   */
  listSince(
    livedFrom: number,
    limit: number,
  ): Promise<{ total: number; publications: (Publication & PublicationCounts & { unchanged: number })[] }>;
  /** Published files after that staged file, in the order of their ids. */
  listPublished(id: string, after: string, limit: number): Promise<PublishedFile[]>;
  countFiles(id: string): Promise<PublicationCounts>;
  /** Notes that undoing it has begun, again or for the first time. Nothing is published by it any more. */
  beginUndo(id: string, undo: { userId: string; takesChanged: boolean }): Promise<void>;
  setUndone(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Notes what undoing it did. False if that is noted already. */
  settle(id: string, outcome: string): Promise<boolean>;
  /** Those whose undo has begun and is not complete. */
  listUnsettled(): Promise<string[]>;
  /** The ids of the publications that made a material, also if they were undone. */
  listOf(materialId: string): Promise<string[]>;
  /**
   * Removes all but the newest `publications`, and fewer if those have more than `files` together; and those that
   * published nothing and were begun before the lived time `plannedFrom`.
   */
  prune(keep: { publications: number; files: number; plannedFrom: number }): Promise<void>;
}
