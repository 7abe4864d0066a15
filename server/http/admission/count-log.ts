/**
 * Logs events of one kind: the first at once, those of the following `everyMs` together afterwards, with their number and
 * the last of them. So requests for made-up addresses cannot fill the log.
 */
export function createCountLog(options: {
  everyMs: number;
  write: (facts: { count: number; example: string }) => void;
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
    options.write({ count: 1, example });
    timer = setTimeout(() => {
      timer = null;
      if (count > 0) options.write({ count, example: last });
      count = 0;
    }, options.everyMs).unref();
  };
}
