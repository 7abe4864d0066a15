import { constants, setPriority } from 'node:os';

/** Gives this process the lowest priority, if that is allowed. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // A hardened service may forbid the call.
  }
}
