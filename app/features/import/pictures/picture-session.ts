import { inBatches, type StagedRow, type StagingCalls } from '#app/features/import/calls/staging-calls.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import {
  inspectPictures,
  maxPictures,
  type HashedPicture,
  type LeftOutPicture,
} from '#app/features/import/intake/inspect-pictures.ts';
import type { IntakeFile, NotTaken } from '#app/features/import/intake/intake-file.ts';
import { planPages } from '#app/features/import/intake/plan-pages.ts';
import type { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import type { StagedRows } from '#app/features/import/rows/staged-rows.ts';
import type { Hasher } from '#app/features/import/sending/hasher.ts';
import type { SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import type { StagedPdfs } from '#app/features/import/sending/staged-pdfs.ts';
import { untilReached } from '#app/features/import/sending/until-reached.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { isHidden } from '#contract/permissions.ts';
import { photographLimits } from '#contract/photographs.ts';
import { groupPages, pathOfPages } from '#domain/photograph-groups.ts';
import * as words from '#messages/import/intake.ts';
import {
  addToBoard,
  countPages,
  noteBack,
  removeGroups,
  takeIn,
  withoutPresent,
  emptyBoard,
  type BoardGroup,
  type PageBoard,
} from './page-board.ts';

/** Maximum number of steps that can be undone. */
const maxSteps = 50;

export type BoardState = PageBoard & { canUndo: boolean };

/** The board of pictures, with undo. */
export class BoardStore {
  #store = createStore<BoardState>({ ...emptyBoard, canUndo: false });
  #history: PageBoard[] = [];

  get = (): BoardState => this.#store.get();
  subscribe = (listener: () => void) => this.#store.subscribe(listener);

  /** Applies an action of a person, which can be undone. */
  act = (change: (board: PageBoard) => PageBoard): void => {
    const before = this.get();
    const after = change(before);
    if (after === before) return;
    this.#history = [...this.#history, before].slice(-maxSteps);
    this.#set(after);
  };

  /** Applies an automatic change; earlier steps can no longer be undone. */
  replace(change: (board: PageBoard) => PageBoard): void {
    this.#history = [];
    this.#set(change(this.get()));
  }

  undo = (): void => {
    const before = this.#history.pop();
    if (before) this.#set(before);
  };

  #set({ groups, leftOut, lastId }: PageBoard): void {
    this.#store.set({ groups, leftOut, lastId, canUndo: this.#history.length > 0 });
  }
}

type Parts = {
  calls: StagingCalls;
  hasher: Hasher;
  rows: StagedRows;
  pdfs: StagedPdfs;
  /** Removes a discarded row. */
  forget: (ids: readonly string[]) => void;
};

type Reading = {
  folders: ProjectFolders;
  signal: AbortSignal;
  onRead: () => void;
  /** Called with the number of PDFs that were already published by an earlier import. */
  onPublished: (count: number) => void;
  refuse: (notTaken: NotTaken) => void;
};

/** The pictures of an import: groups them, and lets the library make the PDFs that a person confirmed. */
export class PictureSession {
  readonly board = new BoardStore();
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads pictures and adds them to the board. Continues PDFs that were begun in an earlier visit. */
  async add(files: readonly IntakeFile[], { folders, signal, onRead, onPublished, refuse }: Reading): Promise<void> {
    const { hasher } = this.#parts;
    const pages: HashedPicture[] = [];
    const leftOut = [];
    for await (const found of inspectPictures(files, { folders, hash: hasher.hash, signal })) {
      onRead();
      if ('notTaken' in found) refuse(found.notTaken);
      else if ('leftOut' in found) leftOut.push(found.leftOut);
      else if (countPages(this.board.get()) + pages.length < maxPictures) pages.push(found.page);
      else refuse({ path: found.page.path, reason: words.tooManyPictures(maxPictures) });
    }
    const known = await this.#parts.pdfs.findKnown(pages, signal);
    const plan = planPages(withoutPresent(this.board.get(), pages), known);
    const newLeftOut = [...leftOut, ...plan.leftOut].filter(
      ({ picture }) => withoutPresent(this.board.get(), [picture]).length > 0,
    );
    if (plan.groups.length + newLeftOut.length > 0)
      this.board.replace((board) => addToBoard(board, { groups: plan.groups, leftOut: newLeftOut }));
    const rows = plan.rows.map(({ path, pictures }) => ({ path, sources: pictures }));
    this.#parts.pdfs.resume(rows);
    const published = await this.#parts.pdfs.announce(rows, {
      attempt: (call) => untilReached(call, signal),
      onFault: this.#fail,
    });
    if (published > 0) onPublished(published);
  }

  /** Lets the library make a PDF of each group. The groups leave the board; a failed one returns with the reason. */
  async make(groups: readonly BoardGroup[]): Promise<void> {
    const used = new Set([...this.#parts.rows.get().rows.values()].map(({ path }) => path.toLowerCase()));
    const pdfs = groups.map(({ pictures }) => ({ path: pathOfPages(pathsOf(pictures), used), pictures }));
    this.board.replace((board) => removeGroups(board, new Set(groups.map(({ id }) => id))));
    const left = new Set(pdfs);
    try {
      for (const batch of inBatches(pdfs, photographLimits.maxBatch)) {
        const announced = batch.map(({ path, pictures }) => ({ path, sources: pictures }));
        await this.#parts.pdfs.announce(announced, { attempt: (call) => call(), onFault: this.#fail });
        for (const each of batch) left.delete(each);
      }
    } catch (error) {
      this.#putBack([...left], explainProblem(error));
    }
  }

  /** Adds left-out pictures back, grouped as if they had just been found. */
  async takeIn(pictures: readonly Picture[]): Promise<void> {
    const hashed: HashedPicture[] = [];
    const lost: Picture[] = [];
    for (const picture of pictures) {
      const digest = isHashed(picture) ? picture.digest : await this.#hash(picture);
      if (digest === null) lost.push(picture);
      else hashed.push({ ...picture, digest });
    }
    const groups = groupPages(hashed, photographLimits.maxPages);
    this.board.act((board) => takeIn(board, groups, lost));
  }

  /** Restores or unhides the material of left-out pictures. Returns true if it is still hidden. */
  async bringBack({ way, materialId }: NonNullable<LeftOutPicture['back']>): Promise<boolean> {
    const { $permissions } = await this.#parts.calls.bringBack(way, materialId);
    if (isHidden($permissions)) return true;
    this.board.replace((board) => noteBack(board, materialId));
    return false;
  }

  async #hash({ file }: Picture): Promise<string | null> {
    try {
      return await this.#parts.hasher.hash(await file.open());
    } catch {
      return null;
    }
  }

  /**
   * Returns a group to the board because no page can be made of one of its pictures; the PDF is then made without it.
   */
  #fail = async (row: StagedRow, sources: readonly SourceFile[], failure: string): Promise<void> => {
    const pictures = sources.filter((source): source is HashedPicture => 'takenAt' in source);
    await this.#parts.calls.discard([row.$id]).catch(() => undefined);
    this.#parts.forget([row.$id]);
    this.#putBack([{ pictures }], failure);
  };

  #putBack(groups: readonly { pictures: readonly HashedPicture[] }[], failure: string): void {
    const added = groups.map(({ pictures }) => ({ pictures, doubt: null, failure }));
    this.board.replace((board) => addToBoard(board, { groups: added, leftOut: [] }));
  }
}

const pathsOf = (pictures: readonly HashedPicture[]) => pictures.map(({ path }) => path);
const isHashed = (picture: Picture): picture is HashedPicture => 'digest' in picture;
