/**
 * Does the same for each item, for at most `limit` of them at once. Rejects with the first error, after the work that
 * had begun has ended; nothing more is begun then.
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
