/** How long publishing takes on this machine, as far as it has been seen. */
export interface PublishingPace {
  note(files: number, milliseconds: number): void;
  /** How many seconds so many files may take. */
  secondsFor(files: number): number;
}

/** Of a file, before any was published: some transactions and the request that asks for them. */
const firstGuessMs = 30;
/** How much the last request counts, so that one slow minute is soon forgotten. */
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
