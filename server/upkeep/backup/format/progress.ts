export type Amount = { files: number; bytes: number };
export type Progress = (state: { done: Amount; total: Amount }) => void;

/** Interval of updates on a terminal, and of lines written elsewhere. */
const terminalMs = 200;
const elsewhereMs = 60_000;

/** Shows the progress: on a terminal in one line that is updated; elsewhere in a new line every minute. */
export function showProgress(
  verb: string,
  output: { isTTY?: boolean; write(text: string): unknown },
  now: () => number = () => performance.now(),
): { see: Progress; end(): void } {
  let last = output.isTTY ? -Infinity : now();
  let isShown = false;
  return {
    see({ done, total }) {
      if (total.files === 0 || now() - last < (output.isTTY ? terminalMs : elsewhereMs)) return;
      last = now();
      const share = total.bytes === 0 ? 100 : Math.floor((done.bytes / total.bytes) * 100);
      const text = `${verb}: ${share} %, ${count(done.files)} of ${count(total.files)} files, ${inWords(done.bytes)} of ${inWords(total.bytes)}`;
      output.write(output.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
      isShown = true;
    },
    end() {
      if (output.isTTY && isShown) output.write('\r\u001b[K');
    },
  };
}

const count = (number: number) => new Intl.NumberFormat('en').format(number);

/** Formats a size: `1.2 GB`. */
export function inWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${step === 0 ? amount : amount.toFixed(1)} ${units[step]}`;
}
