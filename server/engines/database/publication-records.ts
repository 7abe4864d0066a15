import type { FormerState } from './staging-records.ts';

/** A publication of staged files. */
export type Publication = {
  id: string;
  /** The imported folders and archives; an empty text represents single files. */
  sources: string[];
  userId: string;
  /** Empty if nobody was signed in. */
  userName: string;
  begunAt: string;
  /** Lived time when its last file was published. */
  lived: number;
  /**
   * Null if it was not undone. `outcome` is the result of undoing it, as the service wrote it; null until it is
   * complete.
   */
  undo: { userId: string; takesChanged: boolean; outcome: string | null } | null;
};

/** Numbers of files of a publication that are published, still to be published, and staged again. */
export type PublicationCounts = { published: number; pending: number; undone: number };

/** A published file of a publication. */
export type PublishedFile = {
  stagedId: string;
  materialId: string;
  formerState: FormerState;
  /** Time of the last change of the material, when it was published. */
  updatedAt: number;
};

/**
 * Publications of staged files; part of the database port (database.ts). Functions that write must be called in a
 * transaction.
 */
export interface PublicationRecords {
  insert(publication: Pick<Publication, 'id' | 'userId' | 'userName'>): Promise<void>;
  setSources(id: string, sources: readonly string[]): Promise<void>;
  /** Returns the first steps of the paths of staged files, sorted; an empty text for paths of one step. At most `limit`. */
  listSources(stagedIds: readonly string[], limit: number): Promise<string[]>;
  /**
   * Returns the newest publication that still has to publish one of these files, was not undone, and published its
   * last file at that lived time or later.
   */
  findPending(stagedIds: readonly string[], livedFrom: number): Promise<string | null>;
  /** Adds these files, unless they are published, and removes them from the plans of other publications. */
  plan(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Records that a file was published in this transaction. False if the publication is missing or was undone. */
  setPublished(id: string, file: Omit<PublishedFile, 'updatedAt'>): Promise<boolean>;
  /** Removes these files from the plan. */
  drop(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Removes the publication if it has no files. */
  removeEmpty(id: string): Promise<void>;
  find(id: string): Promise<Publication | null>;
  /** Lists the newest publications that have materials, newest first. */
  list(limit: number): Promise<(Publication & Pick<PublicationCounts, 'published'>)[]>;
  /**
   * Lists publications whose last file was published at that lived time or later, newest first. `unchanged` is the
   * number of their materials that were not changed since publication.
   */
  listSince(
    livedFrom: number,
    limit: number,
  ): Promise<{ total: number; publications: (Publication & PublicationCounts & { unchanged: number })[] }>;
  /** Lists published files after that staged file, in the order of their ids. */
  listPublished(id: string, after: string, limit: number): Promise<PublishedFile[]>;
  countFiles(id: string): Promise<PublicationCounts>;
  /** Records that undoing it has started, again or for the first time. From then on it publishes nothing. */
  beginUndo(id: string, undo: { userId: string; takesChanged: boolean }): Promise<void>;
  setUndone(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Records the outcome of undoing it. False if it is recorded already. */
  settle(id: string, outcome: string): Promise<boolean>;
  /** Lists publications with an undo that has started and is not complete. */
  listUnsettled(): Promise<string[]>;
  /** Returns the ids of the publications that made a material, including undone ones. */
  listOf(materialId: string): Promise<string[]>;
  /**
   * Removes all but the newest `publications`, and fewer remain if those have more than `files` files together; also
   * those that published nothing and were begun before the lived time `plannedFrom`.
   */
  prune(keep: { publications: number; files: number; plannedFrom: number }): Promise<void>;
}
