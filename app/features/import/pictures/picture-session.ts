import { inBatches, type StagedRow, type StagingCalls } from '#app/features/import/calls/staging-calls.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import {
  inspectPictures,
  maxPictures,
  type HashedPicture,
  type LeftOutPicture,
} from '#app/features/import/intake/inspect-pictures.ts';
import type { IntakeFile, NotTaken } from '#app/features/import/intake/intake-file.ts';
import { planPages, type KnownPdf, type PathOfPages } from '#app/features/import/intake/plan-pages.ts';
import type { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import type { Picture } from '#app/features/import/intake/read-picture.ts';
import type { StagedRows } from '#app/features/import/rows/staged-rows.ts';
import type { Hasher } from '#app/features/import/sending/hasher.ts';
import { makeStagedPdf, type PdfCalls } from '#app/features/import/sending/make-staged-pdf.ts';
import type { SendItem, SendQueue } from '#app/features/import/sending/send-queue.ts';
import type { SendFile } from '#app/features/import/sending/send-staged-file.ts';
import { untilReached } from '#app/features/import/sending/until-reached.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import { explainProblem, isAbort } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import type { ContractIds } from '#contract/addresses.ts';
import { isHidden } from '#contract/permissions.ts';
import { photographFileId, photographLimits, photographPermissions } from '#contract/photographs.ts';
import { groupPages, pathOfPages } from '#domain/photograph-groups.ts';
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

/** Most steps that can be undone. */
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

const tooManyPictures = `At most ${maxPictures.toLocaleString('en')} pictures can be added at once. Make the PDFs of these, then choose the folder again.`;

type Parts = {
  calls: StagingCalls;
  ids: ContractIds;
  callSignedIn: SignedInCaller;
  sendFile: SendFile;
  hasher: Hasher;
  queue: SendQueue;
  rows: StagedRows;
  /** Removes a discarded row. */
  forget: (ids: readonly string[]) => void;
};

type Reading = {
  folders: ProjectFolders;
  signal: AbortSignal;
  onRead: () => void;
  /** Called with the number of PDFs that were published from the import before. */
  onPublished: (count: number) => void;
  refuse: (notTaken: NotTaken) => void;
};

/**
 * The pictures of an import: groups them, and lets the library make the PDFs that a person confirmed. Each PDF is a row before
 * its pictures are sent, so that an interrupted one continues when the same pictures are chosen again.
 */
export class PictureSession {
  readonly board = new BoardStore();
  #parts: Parts;
  /** The pictures of rows of this visit, by the id of the row. */
  #pictures = new Map<string, { row: StagedRow; pictures: readonly HashedPicture[] }>();
  /** Ids of photographs that are in the library, and of those whose upload has begun. */
  #sent = new Set<string>();
  #begun = new Set<string>();

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
      else refuse({ path: found.page.path, reason: tooManyPictures });
    }
    const plan = planPages(withoutPresent(this.board.get(), pages), await this.#findKnown(pages, signal));
    const newLeftOut = [...leftOut, ...plan.leftOut].filter(
      ({ picture }) => withoutPresent(this.board.get(), [picture]).length > 0,
    );
    if (plan.groups.length + newLeftOut.length > 0)
      this.board.replace((board) => addToBoard(board, { groups: plan.groups, leftOut: newLeftOut }));
    for (const row of plan.rows) for (const { digest } of row.pictures) this.#begun.add(photographFileId(digest));
    const published = await this.#announce(plan.rows, (call) => untilReached(call, signal));
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
        await this.#announce(batch, (call) => call());
        for (const each of batch) left.delete(each);
      }
    } catch (error) {
      this.#putBack([...left], explainProblem(error));
    }
  }

  /** Adds pictures back that were left out, grouped as if they had just been found. */
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

  /** Restores or shows the material of pictures that were left out. Returns true if it is still hidden. */
  async bringBack({ way, materialId }: NonNullable<LeftOutPicture['back']>): Promise<boolean> {
    const { $permissions } = await this.#parts.calls.bringBack(way, materialId);
    if (isHidden($permissions)) return true;
    this.board.replace((board) => noteBack(board, materialId));
    return false;
  }

  /** Returns the item that sends the pictures of a row and makes its PDF; null if the pictures are not here. */
  itemFor(rowId: string): SendItem | null {
    const found = this.#pictures.get(rowId);
    return found ? this.#toItem(found.row, found.pictures) : null;
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#pictures.delete(id);
  }

  async #hash({ file }: Picture): Promise<string | null> {
    try {
      return await this.#parts.hasher.hash(await file.open());
    } catch {
      return null;
    }
  }

  async #findKnown(pages: readonly HashedPicture[], signal: AbortSignal): Promise<KnownPdf[]> {
    const digests = [...new Set(pages.map(({ digest }) => digest))];
    const found = new Map<string, KnownPdf>();
    for (const batch of inBatches(digests, photographLimits.maxDigests)) {
      const { pdfs } = await untilReached(() => this.#parts.calls.findPhotographs(batch), signal);
      for (const pdf of pdfs) found.set(pdf.fileId, pdf);
    }
    return [...found.values()];
  }

  /** Creates or finds the rows of PDFs, and sends missing pictures. Returns the number that was published before. */
  async #announce(
    pdfs: readonly PathOfPages[],
    attempt: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  ): Promise<number> {
    const { calls, rows, queue } = this.#parts;
    let published = 0;
    for (const batch of inBatches(pdfs, photographLimits.maxBatch)) {
      const announced = batch.map(({ path, pictures }) => ({
        path,
        photographs: pictures.map(({ digest, file }) => ({ digest, size: file.sizeBytes })),
      }));
      const { files } = await attempt(() => calls.announcePhotographs(announced));
      published += files.filter(({ state }) => state === 'published').length;
      for (const [index, row] of files.entries()) {
        const pictures = batch[index]?.pictures;
        if (!pictures || row.state !== 'waiting') continue;
        this.#pictures.set(row.$id, { row, pictures });
        queue.add([this.#toItem(row, pictures)]);
      }
      rows.put(files);
      rows.wake();
    }
    return published;
  }

  #toItem(row: StagedRow, pictures: readonly HashedPicture[]): SendItem {
    const { ids, sendFile, callSignedIn, calls, rows } = this.#parts;
    return {
      id: row.$id,
      sizeBytes: pictures.reduce((sum, { file }) => sum + file.sizeBytes, 0),
      send: async ({ signal, onSent }) => {
        const pdfCalls: PdfCalls = {
          send: async (fileId, file, onBytes) => {
            const isResumed = this.#begun.has(fileId);
            this.#begun.add(fileId);
            const onProgress = ({ sentBytes }: { sentBytes: number }) => onBytes(sentBytes);
            const permissions = photographPermissions;
            const options = { ids, fileId, file, permissions, isResumed, signal, onProgress, callSignedIn };
            return (await sendFile(options)).signature;
          },
          begin: calls.beginPdf,
          look: calls.lookAtPdf,
        };
        try {
          await makeStagedPdf({ row, pictures, calls: pdfCalls, sent: this.#sent, signal, onSent });
        } catch (error) {
          // Otherwise the library would continue making it.
          if (signal.aborted || isAbort(error)) await calls.cancelPdf(row.fileId).catch(() => undefined);
          if (error instanceof PhotographFailure && error.fileId !== null)
            await this.#fail(row, pictures, error.message);
          throw error;
        }
        rows.wake();
      },
    };
  }

  /** No page can be made of a picture: returns the group to the board, to be made without it. */
  async #fail(row: StagedRow, pictures: readonly HashedPicture[], failure: string): Promise<void> {
    await this.#parts.calls.discard([row.$id]).catch(() => undefined);
    this.#parts.forget([row.$id]);
    this.#putBack([{ pictures }], failure);
  }

  #putBack(groups: readonly { pictures: readonly HashedPicture[] }[], failure: string): void {
    const added = groups.map(({ pictures }) => ({ pictures, doubt: null, failure }));
    this.board.replace((board) => addToBoard(board, { groups: added, leftOut: [] }));
  }
}

const pathsOf = (pictures: readonly HashedPicture[]) => pictures.map(({ path }) => path);
const isHashed = (picture: Picture): picture is HashedPicture => 'digest' in picture;
