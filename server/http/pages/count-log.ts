/**
 * Makes a log line for many events of one kind: the first is told at once, the others together once the time is over,
 * with how many they were and the last of them. Made-up events cannot fill the log.
 */
export function createCountLog(options: {
  everyMs: number;
  tell: (facts: { count: number; example: string }) => void;
}): (example: string) => void {
  let count = 0;
  let last = '';
  let timer: NodeJS.Timeout | null = null;
  return (example) => {
    if (timer) {
      count += 1;
      last = example;
      return;
    }
    options.tell({ count: 1, example });
    timer = setTimeout(() => {
      timer = null;
      if (count > 0) options.tell({ count, example: last });
      count = 0;
    }, options.everyMs).unref();
  };
}
