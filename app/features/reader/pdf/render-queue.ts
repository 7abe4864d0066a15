/** `page` is null for background jobs. */
type Job = { page: number | null; run: (signal: AbortSignal) => Promise<void>; stop: AbortController };

/**
 * Runs the jobs of pages, a few at a time: visible pages first, only the target page during a fast scroll, and no page
 * that was scrolled out of view. pdf.js has one thread, so more jobs at once would only delay the visible page; a few
 * run at once because the first may wait for the network.
 */
export class RenderQueue {
  #waiting: Job[] = [];
  #running = new Set<Job>();
  #order: readonly number[] = [];
  /** The pages whose jobs run while the queue is paused; null if it is not paused. */
  #excepted: readonly number[] | null = null;
  #maxRunning: number;

  constructor(maxRunning = 3) {
    this.#maxRunning = maxRunning;
  }

  /**
   * Adds a job for a page. Aborts its signal when the page is no longer needed. Ignores a rejection of `run`, so `run`
   * has to handle its own errors. Returns a function that cancels the job.
   */
  add(page: number, run: (signal: AbortSignal) => Promise<void>): () => void {
    return this.#add({ page, run, stop: new AbortController() });
  }

  /** Adds a job that belongs to no page. Such jobs run one at a time, when no page is queued. */
  addBackground(run: (signal: AbortSignal) => Promise<void>): () => void {
    return this.#add({ page: null, run, stop: new AbortController() });
  }

  #add(job: Job): () => void {
    this.#waiting.push(job);
    queueMicrotask(() => this.#work());
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== job);
      job.stop.abort();
    };
  }

  /** Sets the order in which pages are processed. Jobs of all other pages come after them. */
  setOrder(pages: readonly number[]): void {
    this.#order = pages;
  }

  /** Starts no further job until `resume`, except for the pages in `except`. Running jobs continue. */
  pause(except: readonly number[] = []): void {
    this.#excepted = except;
    this.#work();
  }

  resume(): void {
    this.#excepted = null;
    this.#work();
  }

  #work(): void {
    while (this.#running.size < this.#maxRunning) {
      const job = this.#takeNext();
      if (!job) return;
      this.#running.add(job);
      const release = () => {
        if (this.#running.delete(job)) this.#work();
      };
      // A cancelled job must make room for others at once, even if it is waiting for a lost connection.
      job.stop.signal.addEventListener('abort', release);
      void job
        .run(job.stop.signal)
        .catch(() => {})
        .finally(release);
    }
  }

  #takeNext(): Job | undefined {
    const rank = (job: Job) => {
      const position = job.page === null ? -1 : this.#order.indexOf(job.page);
      return position === -1 ? Number.POSITIVE_INFINITY : position;
    };
    const canStart = ({ page }: Job) => page !== null && (this.#excepted?.includes(page) ?? true);
    let best: Job | undefined;
    for (const job of this.#waiting) if (canStart(job) && (!best || rank(job) < rank(best))) best = job;
    if (!best && !this.#excepted && this.#running.size === 0) best = this.#waiting.find(({ page }) => page === null);
    this.#waiting = this.#waiting.filter((job) => job !== best);
    return best;
  }
}
