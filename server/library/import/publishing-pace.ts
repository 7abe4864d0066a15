/** Estimates how long publishing takes, from the requests measured so far. */
export interface PublishingPace {
  note(files: number, milliseconds: number): void;
  /** Estimated seconds for this number of files. */
  secondsFor(files: number): number;
}

/** Milliseconds per file before the first measurement: some transactions and the request itself. */
const firstGuessMs = 30;
/** Weight of the last request in the moving average, high enough that a slow minute is soon forgotten. */
const weightOfLast = 0.3;

export function createPublishingPace(): PublishingPace {
  let msPerFile = firstGuessMs;
  return {
    note(files, milliseconds) {
      if (files > 0) msPerFile += weightOfLast * (milliseconds / files - msPerFile);
    },
    secondsFor: (files) => Math.ceil((files * msPerFile) / 1000),
  };
}
