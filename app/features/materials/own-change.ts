/** What the person at this page changes himself: lists then close up under his hand instead of standing still. */

let running = 0;

/** Runs a change of the person's own, the refreshing of the lists included. */
export async function asOwnChange<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

/** True while such a change is under way. */
export function isOwnChangeRunning(): boolean {
  return running > 0;
}
