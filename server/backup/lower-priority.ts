import { constants, setPriority } from 'node:os';

/** Lets everything else on the machine go first. Where that is not allowed, the work is done all the same. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A hardened service may forbid the call.
  }
}
