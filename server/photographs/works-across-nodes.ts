import { randomUUID } from 'node:crypto';
import type { PhotographWorks, SharedWork } from '#server/database/photograph-works.ts';
import { unavailable } from '#server/database/read-refusals.ts';
import type { MakingLine } from './making-line.ts';
import { requireSame } from './photograph-rules.ts';
import type { PhotographWork } from './photograph-service.ts';
import type { Works } from './works.ts';

/** So often the others are told how far a PDF is, and it is seen that one was cancelled elsewhere: as often as a page asks. */
const longestBeatMs = 1000;
/** A work is kept so often in its time at least, so that a request may fail or take long. */
const keptInItsTime = 4;

type Own = { attempt: string; work: PhotographWork };

/** The works that this node has: kept in the database while there are any, without a timer otherwise. */
function createKeptWorks(line: MakingLine, shared: PhotographWorks) {
  const own = new Map<string, Own>();
  let timer: NodeJS.Timeout | undefined;
  let isBeating = false;

  /** Tells how far these are; stops those that are not this node's any more. */
  async function keep(works: readonly Own[]): Promise<void> {
    const told = works.map(({ attempt, work: { fileId, state, done } }) => {
      // The page that shows it made or failed asks once more until that is noted.
      return { fileId, attempt, state: state === 'waiting' ? state : ('making' as const), done };
    });
    const kept = await shared.keep(told);
    for (const { attempt, work } of works)
      if (!kept.has(attempt) && own.get(work.fileId)?.attempt === attempt) void line.stop(work.fileId);
  }

  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    // What fails now is tried again.
    await keep([...own.values()]).catch(() => undefined);
    isBeating = false;
  }

  function add(each: Own): void {
    own.set(each.work.fileId, each);
    timer ??= setInterval(() => void beat(), Math.min(longestBeatMs, shared.holdMs / keptInItsTime)).unref();
  }

  /** What cannot be noted now ends by itself. */
  async function end({ attempt, work }: Own): Promise<void> {
    const { fileId, done, failure } = work;
    const isFailed = work.state === 'failed' && failure;
    await (isFailed ? shared.fail({ fileId, attempt, done }, failure) : shared.end(fileId, attempt)).catch(
      () => undefined,
    );
    if (own.get(fileId)?.attempt === attempt) own.delete(fileId);
    if (own.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return { find: (fileId: string) => own.get(fileId) ?? null, add, keep, end };
}

/**
 * Where several nodes use the same records: each PDF is made by the node that was asked first, and all say the same of it.
 * A work that is not in the database any more was cancelled or is another node's, and is stopped here.
 */
export function createWorksAcrossNodes(line: MakingLine, shared: PhotographWorks): Works {
  const own = createKeptWorks(line, shared);

  function toWork(fileId: string, found: SharedWork): PhotographWork {
    const { attempt, ...told } = found;
    const here = own.find(fileId);
    return here?.attempt === attempt ? here.work : { ...told, fileId };
  }

  async function find(fileId: string): Promise<PhotographWork | null> {
    const found = await shared.find(fileId);
    return found && found.state !== 'failed' ? toWork(fileId, found) : null;
  }

  return {
    find,

    async findFailed(fileId) {
      const found = await shared.find(fileId);
      return found?.state === 'failed' ? toWork(fileId, found) : null;
    },

    async start(actor, request, photographs) {
      const { fileId } = request;
      line.requireRoom();
      const attempt = randomUUID();
      if (!(await shared.begin(fileId, attempt, request.photographs))) {
        const started = await find(fileId);
        if (started) return requireSame(started, request);
        throw unavailable('This PDF has just been made or stopped. Please try again in a moment.');
      }
      try {
        // Cancelled at another node, which was not seen here yet.
        await line.stop(fileId);
        const steps: { each?: Own } = {};
        const work = line.start(actor, request, photographs, {
          async beforeStoring() {
            if (steps.each) await own.keep([steps.each]);
          },
          async onEnd() {
            if (steps.each) await own.end(steps.each);
          },
        });
        steps.each = { attempt, work };
        own.add(steps.each);
        return work;
      } catch (error) {
        await shared.end(fileId, attempt).catch(() => undefined);
        throw error;
      }
    },

    async cancel(fileId) {
      await line.stop(fileId);
      await shared.remove(fileId);
    },
  };
}
