type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum size of a request; it limits the cost of a broken connection. */
const maxBytesAtOnce = 1024 * 1024;

type WaitingRange = {
  begin: number;
  end: number;
  resolve: (bytes: Bytes) => void;
  reject: (error: unknown) => void;
};

/** Loads ranges. Adjacent ranges that are requested in the same task share one request. */
export function batchRanges(
  fetchRange: (begin: number, end: number) => Promise<Bytes>,
): (begin: number, end: number) => Promise<Bytes> {
  let queued: WaitingRange[] = [];

  function sendQueued(): void {
    const ranges = queued.toSorted((one, other) => one.begin - other.begin);
    queued = [];
    for (let batch = takeBatch(ranges); batch.length > 0; batch = takeBatch(ranges)) void fetchBatch(batch);
  }

  async function fetchBatch(batch: readonly WaitingRange[]): Promise<void> {
    const begin = batch[0]?.begin ?? 0;
    const end = batch.at(-1)?.end ?? 0;
    try {
      const bytes = await fetchRange(begin, end);
      for (const each of batch) {
        each.resolve(batch.length === 1 ? bytes : bytes.slice(each.begin - begin, each.end - begin));
      }
    } catch (error) {
      for (const each of batch) each.reject(error);
    }
  }

  return (begin, end) =>
    new Promise((resolve, reject) => {
      queued.push({ begin, end, resolve, reject });
      if (queued.length === 1) setTimeout(sendQueued);
    });
}

/** Removes the first adjacent ranges, as many as fit in one request. */
function takeBatch(ranges: WaitingRange[]): WaitingRange[] {
  const [first] = ranges;
  if (!first) return [];
  let count = 1;
  let end = first.end;
  for (const next of ranges.slice(1)) {
    if (next.begin !== end || next.end - first.begin > maxBytesAtOnce) break;
    end = next.end;
    count += 1;
  }
  return ranges.splice(0, count);
}
