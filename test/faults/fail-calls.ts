import type { FaultKind, FaultSource } from './fault-kinds.ts';

/** Outcome of a deed: done, or refused with the type and text of the error. */
export type Outcome = { isDone: true } | { isDone: false; type: string; text: string };

/** Work that is done while calls fail. `prepare` runs undisturbed, `act` may be repeated. */
export type Deed = {
  name: string;
  prepare(id: string): Promise<void>;
  act(id: string): Promise<Outcome>;
  /** Throws unless the library is right after `act` was acknowledged. */
  verify(id: string): Promise<void>;
  /** Throws unless the library is right after `act` failed, before it is repeated. */
  verifyFailed?(id: string): Promise<void>;
  /** True if the response to a repetition means that the first attempt had succeeded. */
  isDoneAlready(outcome: Outcome & { isDone: false }): boolean;
  /** True if a failure has the right error; by default its type is that of the fault. */
  isRightAnswer?(outcome: Outcome & { isDone: false }, fault: FaultKind, call: string): boolean;
  /** Deletes files that would fill the folder. */
  tidy?(id: string): Promise<unknown>;
};

/** Place for deeds: a separate library. */
export type Stage = AsyncDisposable & {
  sources: readonly FaultSource[];
  deeds: readonly Deed[];
  /** Throws unless other requests get a response; called while a call hangs. */
  askAsOther?(): Promise<void>;
  /** Throws unless the initial content of the library is unchanged. */
  verifyKept(): Promise<void>;
  /** At the end, after a sweep: throws unless records and bytes agree. */
  verifyAll(): Promise<void>;
};

/** Calls of one kind that failed in one way, and how many of them had which outcome. */
export type Tally = {
  deed: string;
  fault: string;
  call: string;
  /** Indexes of the failed calls of this kind, counted from 0. */
  indexes: number[];
  refused: number;
  done: number;
  /** The call was not made this time: runs differ slightly. */
  unmet: number;
  broken: string[];
};

/** Chooses which calls of one kind fail in one way: numbers below `count`. */
export type Choose = (kind: { count: number; call: string; fault: string }) => readonly number[];

let lastId = 0;
const newId = () => `id-${(lastId += 1)}`;

/** Listeners for a run: the calls of one kind can take minutes. */
export type FaultListener = {
  /** After each call; `done` of `count` chosen calls of this kind have failed in this way. */
  onCall?: (progress: { deed: string; fault: string; call: string; done: number; count: number }) => void;
  /** After all calls of one kind have failed in one way. */
  onTally?: (tally: Tally) => void;
};

/** Does the deed once for each chosen call and each way in which it can fail. */
export async function failCalls(
  stage: Stage,
  deed: Deed,
  choose: Choose,
  { onCall, onTally }: FaultListener = {},
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const source of stage.sources) {
    const calls = await listCalls(deed, source);
    const kinds = Map.groupBy(calls.keys(), (index) => calls[index] ?? '');
    for (const fault of source.kinds) {
      for (const [call, indexes] of kinds) {
        if (!fault.appliesTo(call)) continue;
        const chosen = choose({ count: indexes.length, call, fault: fault.name });
        const tally: Tally = {
          deed: deed.name,
          fault: fault.name,
          call,
          indexes: [],
          refused: 0,
          done: 0,
          unmet: 0,
          broken: [],
        };
        for (const which of chosen) {
          tally.indexes.push(which);
          await failOne({ stage, deed, source, fault, call, index: indexes[which] ?? 0, tally });
          const done = tally.indexes.length;
          onCall?.({ deed: deed.name, fault: fault.name, call, done, count: chosen.length });
        }
        if (chosen.length === 0) continue;
        tallies.push(tally);
        onTally?.(tally);
      }
    }
  }
  return tallies;
}

async function listCalls(deed: Deed, source: FaultSource): Promise<string[]> {
  const calls: string[] = [];
  const id = newId();
  await deed.prepare(id);
  const stop = source.install((call) => {
    calls.push(call);
    return null;
  });
  const outcome = await deed.act(id).finally(stop);
  if (!outcome.isDone) throw new Error(`${deed.name}, undisturbed: ${outcome.type} ${outcome.text}`);
  await deed.verify(id);
  await deed.tidy?.(id);
  return calls;
}

async function failOne(parts: {
  stage: Stage;
  deed: Deed;
  source: FaultSource;
  fault: FaultKind;
  call: string;
  index: number;
  tally: Tally;
}): Promise<void> {
  const { stage, deed, source, fault, call, index, tally } = parts;
  const id = newId();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const broken = (what: string) => tally.broken.push(`${deed.name}: ${fault.name} at call ${index}, ${call}: ${what}`);
  try {
    await deed.prepare(id);
    let count = -1;
    let isMet = false;
    const verdict = fault.verdict(released);
    const judge = () => {
      count += 1;
      if (count !== index) return null;
      isMet = true;
      reach();
      return verdict;
    };
    const stop = source.install(judge, { index, verdict });
    const acting = deed.act(id).finally(stop);
    if (fault.isSlow) {
      await Promise.race([reached, acting]);
      await stage.askAsOther?.().catch((error: unknown) => broken(`others, while it hung: ${describeError(error)}`));
      release();
    }
    const outcome = await acting;
    if (!isMet) tally.unmet += 1;
    else if (outcome.isDone) tally.done += 1;
    else {
      tally.refused += 1;
      const isRight = deed.isRightAnswer?.(outcome, fault, call) ?? outcome.type === fault.answer;
      if (!isRight) broken(`answered ${outcome.type} (${outcome.text}) instead of ${fault.answer ?? 'doing it'}`);
      await deed.verifyFailed?.(id);
      const again = await deed.act(id);
      if (!again.isDone && !deed.isDoneAlready(again)) broken(`repeated, it answered ${again.type} (${again.text})`);
    }
    await deed.verify(id);
    await deed.tidy?.(id);
    await stage.verifyKept();
  } catch (error) {
    broken(describeError(error));
  } finally {
    release();
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' | ') : String(error);
}
