import { createStore } from '#app/features/import/calls/store.ts';
import { emptyBoard, type PageBoard } from './page-board.ts';

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
