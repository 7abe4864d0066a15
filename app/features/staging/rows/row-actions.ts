import { stagingLimits } from '#contract/staging.ts';
import { createStore } from '#app/features/staging/store.ts';
import {
  inBatches,
  type Accepted,
  type StagedRow,
  type StagingCalls,
  type Told,
  type ToldField,
} from '#app/features/staging/staging-calls.ts';
import type { StagedRows } from './staged-rows.ts';
import { presentValues } from './present-values.ts';
import { undoSteps, type UndoStep } from './undo-steps.ts';

export type ActionsState = {
  /** Why a row was not published, by its id. */
  refusals: ReadonlyMap<string, string>;
  /** While files are published: how many of them have an answer. */
  publishing: { done: number; total: number } | null;
  /** What can be undone, the latest last. */
  undo: readonly { what: string; steps: readonly UndoStep[] }[];
};

export type ToldOutcome = { rows: number; followers: number };
export type PublishOutcome = { published: number; refused: number };

export type RowActions = ReturnType<typeof createRowActions>;

/** Published together: the table shows the first ones soon. */
const publishFiles = 25;
/** As far back as anybody remembers. */
const maxUndo = 20;

/** What a person does with rows. All throw what the calls throw; what was done until then is kept. */
export function createRowActions({
  calls,
  rows,
}: {
  calls: Pick<StagingCalls, 'tell' | 'publish' | 'discard'>;
  rows: Pick<StagedRows, 'get' | 'put' | 'sync'>;
}) {
  const store = createStore<ActionsState>({ refusals: new Map(), publishing: null, undo: [] });

  async function send(ids: readonly string[], told: Told, forget: readonly ToldField[]): Promise<void> {
    for (const batch of inBatches(ids, stagingLimits.maxIds)) {
      const answer = await calls.tell(batch, told, forget);
      rows.put(answer.files);
    }
  }

  function forgetRefusals(ids: readonly string[]): void {
    const refusals = new Map(store.get().refusals);
    for (const id of ids) refusals.delete(id);
    store.update({ refusals });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Says something of rows. Tells how many rows like them took it over. */
    async tell(ids: readonly string[], told: Told, what: string): Promise<ToldOutcome> {
      const before = rows.get().rows;
      const named = ids.flatMap((id) => before.get(id) ?? []).filter(({ state }) => state !== 'published');
      const steps = undoSteps(named, told);
      await send(
        named.map(({ $id }) => $id),
        told,
        [],
      );
      store.update({ undo: [...store.get().undo, { what, steps }].slice(-maxUndo) });
      forgetRefusals(ids);
      await rows.sync();
      const own = new Set(ids);
      const followers = [...rows.get().rows.values()].filter(
        (row) => !own.has(row.$id) && hasTaken(row, before.get(row.$id), told),
      );
      return { rows: named.length, followers: followers.length };
    },

    /** Says of each row that what was guessed is right. */
    async confirm(ids: readonly string[]): Promise<ToldOutcome> {
      const before = rows.get().rows;
      const groups = new Map<string, { told: Told; ids: string[] }>();
      const steps: UndoStep[] = [];
      for (const id of ids) {
        const row = before.get(id);
        const told = row && row.state !== 'published' ? presentValues(row, row.doubtful) : {};
        if (!row || Object.keys(told).length === 0) continue;
        const group = groups.get(JSON.stringify(told)) ?? { told, ids: [] };
        group.ids.push(id);
        groups.set(JSON.stringify(told), group);
        steps.push(...undoSteps([row], told));
      }
      for (const group of groups.values()) await send(group.ids, group.told, []);
      const confirmed = [...groups.values()].flatMap((group) => group.ids);
      if (confirmed.length > 0)
        store.update({ undo: [...store.get().undo, { what: 'Confirming', steps }].slice(-maxUndo) });
      forgetRefusals(confirmed);
      await rows.sync();
      return { rows: confirmed.length, followers: 0 };
    },

    /** Takes the latest back; returns what it was, or null if there is nothing. */
    async undo(): Promise<string | null> {
      const last = store.get().undo.at(-1);
      if (!last) return null;
      for (const { ids, told, forget } of last.steps) await send(ids, told, forget);
      store.update({ undo: store.get().undo.filter((each) => each !== last) });
      await rows.sync();
      return last.what;
    },

    async publish(ids: readonly string[], accept: readonly Accepted[]): Promise<PublishOutcome> {
      const outcome = { published: 0, refused: 0 };
      store.update({ publishing: { done: 0, total: ids.length } });
      forgetRefusals(ids);
      try {
        for (const batch of inBatches(ids, publishFiles)) {
          const { results } = await calls.publish(batch, accept);
          const refusals = new Map(store.get().refusals);
          for (const { id, outcome: how, reason } of results) {
            if (how === 'refused') refusals.set(id, reason ?? 'The library did not accept it.');
            else outcome.published += 1;
          }
          outcome.refused += results.filter(({ outcome: how }) => how === 'refused').length;
          const { publishing } = store.get();
          store.update({
            refusals,
            publishing: publishing && { ...publishing, done: publishing.done + batch.length },
          });
          await rows.sync();
        }
      } finally {
        store.update({ publishing: null });
      }
      return outcome;
    },

    async discard(ids: readonly string[], onGone: (ids: readonly string[]) => void): Promise<number> {
      let discarded = 0;
      for (const batch of inBatches(ids, stagingLimits.maxBatch)) {
        const answer = await calls.discard(batch);
        const kept = new Set(answer.kept.map(({ id }) => id));
        onGone(batch.filter((id) => !kept.has(id)));
        discarded += answer.discarded;
      }
      await rows.sync();
      return discarded;
    },
  };
}

/** Whether a row has taken over one of these values since. */
function hasTaken(row: StagedRow, before: StagedRow | undefined, told: Told): boolean {
  return (['facultyId', 'semesterId', 'subject', 'kind'] as const).some((field) => {
    const { source, value } = row.fields[field];
    if (told[field] === undefined || source !== 'taken' || value !== told[field]) return false;
    const earlier = before?.fields[field];
    return earlier?.source !== 'taken' || earlier.value !== value;
  });
}
