/** Yields the items in arrays of at most `size`. */
export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs the same work for each item, with at most `limit` at once. Rejects with the first error, after the started
 * work has ended; nothing more is started then.
 */
export async function inParallel<Item>(
  limit: number,
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    while (running.size >= limit) await Promise.race(running);
    if (failures.length > 0) break;
    const one: Promise<void> = work(item).then(
      () => void running.delete(one),
      (error: unknown) => {
        failures.push(error);
        running.delete(one);
      },
    );
    running.add(one);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
