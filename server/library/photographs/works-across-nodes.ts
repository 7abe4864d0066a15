import { randomUUID } from 'node:crypto';
import type { PhotographWorks, SharedWork } from '#server/engines/database/node-work.ts';
import { unavailable } from '#server/engines/database/sqlite/read-limits.ts';
import type { MakingLine, Works } from './making-line.ts';
import { requireSame } from './photograph-rules.ts';
import type { PhotographWork } from './photograph-service.ts';

/** Longest interval of progress updates and checks for cancellations; the same as the page's polling interval. */
const longestBeatMs = 1000;
/** Least number of renewals within the hold time of a work, so that a request may fail or be slow. */
const renewalsPerHold = 4;

type Own = { attempt: string; work: PhotographWork };

/** Holds the works of this node and renews them in the database by a timer, which runs only while there are any. */
function createHeldWorks(line: MakingLine, shared: PhotographWorks) {
  const own = new Map<string, Own>();
  let timer: NodeJS.Timeout | undefined;
  let isBeating = false;

  /** Stores the progress of these works, and stops those that this node no longer holds. */
  async function renew(works: readonly Own[]): Promise<void> {
    const progress = works.map(({ attempt, work: { fileId, state, done } }) => {
      // Still `making` when it is made or failed: the page polls again until the outcome is stored.
      return { fileId, attempt, state: state === 'waiting' ? state : ('making' as const), done };
    });
    const held = await shared.keep(progress);
    for (const { attempt, work } of works)
      if (!held.has(attempt) && own.get(work.fileId)?.attempt === attempt) void line.stop(work.fileId);
  }

  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    // The next beat retries after a failure.
    await renew([...own.values()]).catch(() => undefined);
    isBeating = false;
  }

  function add(each: Own): void {
    own.set(each.work.fileId, each);
    timer ??= setInterval(() => void beat(), Math.min(longestBeatMs, shared.holdMs / renewalsPerHold)).unref();
  }

  /** Stores the end of a work. If that fails, its hold expires. */
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

  return { find: (fileId: string) => own.get(fileId) ?? null, add, renew, end };
}

/**
 * For several nodes with the same database: the node that got the first request makes the PDF, and all nodes report the same
 * state. A work that is no longer in the database was cancelled or belongs to another node, and is stopped here.
 */
export function createWorksAcrossNodes(line: MakingLine, shared: PhotographWorks): Works {
  const own = createHeldWorks(line, shared);

  function toWork(fileId: string, found: SharedWork): PhotographWork {
    const { attempt, ...state } = found;
    const here = own.find(fileId);
    return here?.attempt === attempt ? here.work : { ...state, fileId };
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
        // It may have been cancelled at another node, which this node has not noticed yet.
        await line.stop(fileId);
        const steps: { each?: Own } = {};
        const work = line.start(actor, request, photographs, {
          async beforeStoring() {
            if (steps.each) await own.renew([steps.each]);
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
