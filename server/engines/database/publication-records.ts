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
  /** Lived time at which the publication's last file was published. */
  lived: number;
  /**
   * The undo of the publication; null if there was none. `outcome` is its result, as the service wrote it; null until
   * the undo is complete.
   */
  undo: { userId: string; takesChanged: boolean; outcome: string | null } | null;
};

/** Numbers of a publication's files: those published, those still to be published, and those staged again. */
export type PublicationCounts = { published: number; pending: number; undone: number };

/** A published file of a publication. */
export type PublishedFile = {
  stagedId: string;
  materialId: string;
  formerState: FormerState;
  /** Time of the material's last change when it was published. */
  updatedAt: number;
};

/**
 * Publications of staged files; part of the database port (database.ts). Functions that write must be called in a
 * transaction.
 */
export interface PublicationRecords {
  insert(publication: Pick<Publication, 'id' | 'userId' | 'userName'>): Promise<void>;
  setSources(id: string, sources: readonly string[]): Promise<void>;
  /**
   * Returns the first folders of the paths of staged files, sorted; an empty text for paths without a folder. At most
   * `limit`.
   */
  listSources(stagedIds: readonly string[], limit: number): Promise<string[]>;
  /**
   * Returns the newest publication that still has to publish one of these files, was not undone, and published its last
   * file at or after that lived time.
   */
  findPending(stagedIds: readonly string[], livedFrom: number): Promise<string | null>;
  /**
   * Adds these files to a publication, unless they are published, and removes them from the plans of other
   * publications.
   */
  plan(id: string, stagedIds: readonly string[]): Promise<void>;
  /**
   * Records that a file was published in this transaction. Returns false if the publication is missing or was undone.
   */
  setPublished(id: string, file: Omit<PublishedFile, 'updatedAt'>): Promise<boolean>;
  /** Removes these files from the plan of a publication. */
  drop(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Removes the publication if it has no files. */
  removeEmpty(id: string): Promise<void>;
  find(id: string): Promise<Publication | null>;
  /** Lists the newest publications that have materials, newest first. */
  list(limit: number): Promise<(Publication & Pick<PublicationCounts, 'published'>)[]>;
  /**
   * Lists publications whose last file was published at or after that lived time, newest first. `unchanged` is the
   * number of their materials that were not changed since.
   */
  listSince(
    livedFrom: number,
    limit: number,
  ): Promise<{ total: number; publications: (Publication & PublicationCounts & { unchanged: number })[] }>;
  /** Lists a publication's published files whose ids come after `after`, in the order of their ids. */
  listPublished(id: string, after: string, limit: number): Promise<PublishedFile[]>;
  countFiles(id: string): Promise<PublicationCounts>;
  /**
   * Records that the undo of a publication has started, again or for the first time. From then on the publication
   * publishes nothing.
   */
  beginUndo(id: string, undo: { userId: string; takesChanged: boolean }): Promise<void>;
  setUndone(id: string, stagedIds: readonly string[]): Promise<void>;
  /** Records the result of an undo. Returns false if one is recorded already. */
  settle(id: string, outcome: string): Promise<boolean>;
  /** Lists publications whose undo has started and is not complete. */
  listUnsettled(): Promise<string[]>;
  /** Returns the ids of the publications that published a material, including undone ones. */
  listOf(materialId: string): Promise<string[]>;
  /**
   * Removes all but the newest `publications`; removes more if the remaining ones have more than `files` files in
   * total. Also removes those that published nothing and began before the lived time `plannedFrom`.
   */
  prune(keep: { publications: number; files: number; plannedFrom: number }): Promise<void>;
}
