/** `page` is null for what is done while no page waits. */
type Job = { page: number | null; run: (signal: AbortSignal) => Promise<void>; stop: AbortController };

/**
 * Does the work pages ask for, a little at a time: first the pages most looked at, nothing but a page gone to while the
 * reader flies past, and never again what was scrolled away from. pdf.js works on one thread, so doing more at once only delays the page
 * that is being looked at; others run while the first waits for the network.
 */
export class RenderQueue {
  #waiting: Job[] = [];
  #running = new Set<Job>();
  #order: readonly number[] = [];
  /** The pages still worked for while the queue is paused; null while it is not. */
  #excepted: readonly number[] | null = null;
  #maxRunning: number;

  constructor(maxRunning = 3) {
    this.#maxRunning = maxRunning;
  }

  /**
   * Takes a job for a page. `run` is told by its signal when it is no longer wanted; what it throws after that is of
   * no interest, what it throws before is its own business: the queue swallows it. Returns the cancel.
   */
  add(page: number, run: (signal: AbortSignal) => Promise<void>): () => void {
    return this.#add({ page, run, stop: new AbortController() });
  }

  /** Takes a job of the same kind that no page waits for: begun when nothing else is to do, one at a time. */
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

  /** Says which pages are wanted, the most wanted first. Others wait behind them. */
  setOrder(pages: readonly number[]): void {
    this.#order = pages;
  }

  /** Begins no further job until `resume`, but for those pages; what runs goes on. */
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
      const leave = () => {
        if (this.#running.delete(job)) this.#work();
      };
      // A job that waits for a dead line must not keep its place once it is cancelled.
      job.stop.signal.addEventListener('abort', leave);
      void job
        .run(job.stop.signal)
        .catch(() => {})
        .finally(leave);
    }
  }

  #takeNext(): Job | undefined {
    const rank = (job: Job) => {
      const place = job.page === null ? -1 : this.#order.indexOf(job.page);
      return place === -1 ? Number.POSITIVE_INFINITY : place;
    };
    const mayBegin = ({ page }: Job) => page !== null && (this.#excepted?.includes(page) ?? true);
    let best: Job | undefined;
    for (const job of this.#waiting) if (mayBegin(job) && (!best || rank(job) < rank(best))) best = job;
    if (!best && !this.#excepted && this.#running.size === 0) best = this.#waiting.find(({ page }) => page === null);
    this.#waiting = this.#waiting.filter((job) => job !== best);
    return best;
  }
}
