import type { Output } from '#scripts/admin/read-new-password.ts';

/** Prints the progress of the import: on a terminal in one changing line, otherwise in a new line at intervals. */
export interface Progress {
  say(text: string): void;
  /** Ends the changing line. */
  end(): void;
}

/** Interval between lines, without filling a log. */
const plainEveryMs = 10_000;
const shownEveryMs = 100;

export function createProgress(
  output: Output & { isTTY?: boolean; columns?: number },
  now: () => number = () => performance.now(),
): Progress {
  let lastAt = -Infinity;
  let isOpen = false;
  return {
    say(text) {
      const moment = now();
      if (moment - lastAt < (output.isTTY ? shownEveryMs : plainEveryMs)) return;
      lastAt = moment;
      if (!output.isTTY) output.write(`${text}\n`);
      else output.write(`\r\x1b[K${text.slice(0, (output.columns ?? 80) - 1)}`);
      isOpen = output.isTTY === true;
    },

    end() {
      if (isOpen) output.write('\r\x1b[K');
      isOpen = false;
      lastAt = -Infinity;
    },
  };
}
