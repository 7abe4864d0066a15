import {
  inBatches,
  type ManualValues,
  type StagedRow,
  type StagingCalls,
  type ManualExtra,
  type EditedValue,
  type ManualField,
} from '#app/features/import/calls/staging-calls.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Accepted } from '#contract/publication.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import { stagingLimits } from '#contract/staging.ts';
import { inPublishingOrder } from '#domain/publishing-order.ts';
import { serverWords } from '#app/ui/server-words.ts';
import { refusedWithoutReason } from '#messages/import/rows.ts';
import { presentValues } from './present-values.ts';
import { returnOf } from './row-words.ts';
import type { StagedRows } from './staged-rows.ts';

/** The value that an edit set; `confirmed`: the guesses of rows. */
type UndoableEdit = EditedValue | 'confirmed';

/** One request of an undo: sets values by hand, and resets fields. */
type UndoStep = { ids: string[]; manual: ManualValues; forget: (ManualField | ManualExtra)[] };

/** Returns the fewest calls that restore the manual values that these rows have before `manual` is set. */
export function undoSteps(rows: readonly StagedRow[], manual: ManualValues): UndoStep[] {
  const fields = (Object.keys(manual) as (keyof ManualValues)[]).filter((name) => name !== 'bsYear');
  const steps = new Map<string, UndoStep>();
  for (const row of rows) {
    const step = stepFor(row, fields);
    const key = JSON.stringify(step);
    const known = steps.get(key);
    if (known) known.ids.push(row.$id);
    else steps.set(key, { ids: [row.$id], ...step });
  }
  return [...steps.values()];
}

function stepFor(row: StagedRow, fields: readonly (ManualField | ManualExtra)[]): Omit<UndoStep, 'ids'> {
  const manual: ManualValues = {};
  const forget: UndoStep['forget'] = [];
  for (const field of fields) {
    if (field === 'mayPublish') {
      if (row.doubtful.includes('rights')) forget.push(field);
      else manual.mayPublish = true;
    } else if (field === 'filePassword' || field === 'filePasswordNote') {
      const before = row[field];
      if (before === null) forget.push(field);
      else manual[field] = before;
    } else if (field === 'title') {
      if (row.isTitleManual) manual.title = row.title;
      else forget.push(field);
    } else if (row.fields[field].source !== 'manual') {
      forget.push(field);
    } else if (field === 'year') {
      manual.year = row.fields.year.value;
      if (row.fields.year.bs !== null) manual.bsYear = row.fields.year.bs;
    } else {
      Object.assign(manual, { [field]: row.fields[field].value });
    }
  }
  return { manual, forget };
}

export type ActionsState = {
  /** Reason why each row was not published, by its id. */
  refusals: ReadonlyMap<string, string>;
  /** Progress of publishing: files with a response, and all files; null if nothing is being published. */
  publishing: { done: number; total: number } | null;
  /** Steps that can be undone, the latest last. */
  undo: readonly { edit: UndoableEdit; steps: readonly UndoStep[] }[];
};

type Calls = Pick<StagingCalls, 'setManual' | 'beginPublication' | 'publish' | 'discard' | 'bringBack'>;
type Rows = Pick<StagedRows, 'get' | 'put' | 'sync' | 'load'>;

/** The progress of a publication. */
export type PublishedFiles = { publicationId: string; published: number; refused: number };

/** Files per request: few, so that the table shows the first ones soon. */
const publishFiles = 25;
/** Maximum number of steps that can be undone. */
const maxUndo = 20;

/** The actions of a person on rows. All throw the errors of the calls; earlier steps stay done. */
export class RowActions {
  #store = createStore<ActionsState>({ refusals: new Map(), publishing: null, undo: [] });
  #calls: Calls;
  #rows: Rows;

  constructor({ calls, rows }: { calls: Calls; rows: Rows }) {
    this.#calls = calls;
    this.#rows = rows;
  }

  get = () => this.#store.get();
  subscribe = (listener: () => void) => this.#store.subscribe(listener);

  /** Sets values of rows by hand. Returns the number of these rows, and of rows like them that inherited the values. */
  async setManual(
    ids: readonly string[],
    manual: ManualValues,
    value: EditedValue,
  ): Promise<{ rows: number; followers: number }> {
    const before = this.#rows.get().rows;
    const named = ids.flatMap((id) => before.get(id) ?? []).filter(({ state }) => state !== 'published');
    const namedIds = named.map(({ $id }) => $id);
    const steps = undoSteps(named, manual);
    await this.#send(namedIds, manual, []);
    this.#remember(value, steps);
    this.#forgetRefusals(namedIds);
    await this.#rows.sync();
    const own = new Set(ids);
    const followers = [...this.#rows.get().rows.values()].filter(
      (row) => !own.has(row.$id) && hasInherited(row, before.get(row.$id), manual),
    );
    return { rows: named.length, followers: followers.length };
  }

  /** Confirms the guesses of each row. Returns the number of confirmed rows. */
  async confirm(ids: readonly string[]): Promise<number> {
    const groups = new Map<string, { manual: ManualValues; rows: StagedRow[] }>();
    for (const row of ids.flatMap((id) => this.#rows.get().rows.get(id) ?? [])) {
      const manual = row.state === 'published' ? {} : presentValues(row, row.doubtful);
      const key = JSON.stringify(manual);
      if (key === '{}') continue;
      const group = groups.get(key) ?? { manual, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
    const steps: UndoStep[] = [];
    let confirmed = 0;
    for (const { manual, rows } of groups.values()) {
      const named = rows.map(({ $id }) => $id);
      await this.#send(named, manual, []);
      this.#forgetRefusals(named);
      steps.push(...undoSteps(rows, manual));
      confirmed += rows.length;
    }
    if (confirmed > 0) this.#remember('confirmed', steps);
    await this.#rows.sync();
    return confirmed;
  }

  /** Undoes the last edit. Returns it; null if there is none. */
  async undo(): Promise<UndoableEdit | null> {
    const last = this.get().undo.at(-1);
    if (!last) return null;
    for (const { ids, manual, forget } of last.steps) await this.#send(ids, manual, forget);
    this.#store.update({ undo: this.get().undo.filter((each) => each !== last) });
    await this.#rows.sync();
    return last.edit;
  }

  /**
   * Publishes rows as one publication. `onProgress` is called after each request, so the caller knows the progress
   * after a failure.
   */
  async publish(
    ids: readonly string[],
    accept: readonly Accepted[],
    onProgress: (soFar: PublishedFiles) => void,
  ): Promise<PublishedFiles> {
    this.#store.update({ publishing: { done: 0, total: ids.length } });
    this.#forgetRefusals(ids);
    try {
      const { rows } = this.#rows.get();
      const ordered = inPublishingOrder(ids.flatMap((id) => rows.get(id) ?? [])).map(({ $id }) => $id);
      const publicationId = await this.#calls.beginPublication(ids);
      const outcome = { publicationId, published: 0, refused: 0 };
      for (const batch of inBatches([...new Set([...ordered, ...ids])], publishFiles)) {
        const { results } = await this.#calls.publish(batch, accept, publicationId);
        const refusals = new Map(this.get().refusals);
        for (const { id, outcome: how, reason } of results) {
          if (how === 'refused') refusals.set(id, reason === null ? refusedWithoutReason : serverWords(reason).text);
          outcome[how === 'refused' ? 'refused' : 'published'] += 1;
        }
        const done = (this.get().publishing?.done ?? 0) + batch.length;
        this.#store.update({ refusals, publishing: { done, total: ids.length } });
        onProgress({ ...outcome });
        await this.#rows.sync();
      }
      return outcome;
    } finally {
      this.#store.update({ publishing: null });
    }
  }

  /** Discards rows. Calls `onGone` with the removed rows. Returns their number. */
  async discard(ids: readonly string[], onGone: (ids: readonly string[]) => void): Promise<number> {
    let discarded = 0;
    for (const batch of inBatches(ids, stagingLimits.maxBatch)) {
      const answer = await this.#calls.discard(batch);
      const kept = new Set(answer.kept.map(({ id }) => id));
      onGone(batch.filter((id) => !kept.has(id)));
      discarded += answer.discarded;
    }
    await this.#rows.sync();
    return discarded;
  }

  /**
   * Restores or unhides the material that a row duplicates. When readers can see the material again, a row with the
   * same bytes is discarded, since it adds nothing. A hidden material stays hidden when it is restored from the trash.
   */
  async bringBack(
    row: StagedRow,
    { how, materialId, ...place }: StagedDuplicateAnswer,
    onGone: (ids: readonly string[]) => void,
  ): Promise<{ isDiscarded: boolean; isStillHidden: boolean }> {
    const way = returnOf({ materialId, ...place });
    if (materialId === null || way === null) return { isDiscarded: false, isStillHidden: false };
    const { $permissions } = await this.#calls.bringBack(way, materialId);
    const isStillHidden = isHidden($permissions);
    const isDiscarded = how === 'bytes' && !isStillHidden;
    if (isDiscarded) await this.discard([row.$id], onGone);
    // The row itself has not changed, only its duplicate.
    else await this.#rows.load();
    return { isDiscarded, isStillHidden };
  }

  async #send(ids: readonly string[], manual: ManualValues, forget: UndoStep['forget']): Promise<void> {
    for (const batch of inBatches(ids, stagingLimits.maxIds)) {
      const answer = await this.#calls.setManual(batch, manual, forget);
      this.#rows.put(answer.files);
    }
  }

  #remember(edit: UndoableEdit, steps: readonly UndoStep[]): void {
    this.#store.update({ undo: [...this.get().undo, { edit, steps }].slice(-maxUndo) });
  }

  #forgetRefusals(ids: readonly string[]): void {
    const refusals = new Map(this.get().refusals);
    for (const id of ids) refusals.delete(id);
    this.#store.update({ refusals });
  }
}

/** True if a row has inherited one of these values since `before`. */
function hasInherited(row: StagedRow, before: StagedRow | undefined, manual: ManualValues): boolean {
  return (['facultyId', 'semesterId', 'subject', 'kind'] as const).some((field) => {
    const { source, value } = row.fields[field];
    if (manual[field] === undefined || source !== 'inherited' || value !== manual[field]) return false;
    const earlier = before?.fields[field];
    return earlier?.source !== 'inherited' || earlier.value !== value;
  });
}
