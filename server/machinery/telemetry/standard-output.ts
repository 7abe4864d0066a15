import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes lines to a file handle, by default the standard output, and drops those that can't be written. A log is often
 * on the same disk whose faults it reports: if the disk is full, or the program that reads the log has ended, the
 * server must continue. (Pino's own destination would throw an exception that ends the process, or retry forever.)
 */
export function droppingDestination(handle = 1): DestinationStream {
  return {
    write(line) {
      try {
        writeSync(handle, line);
      } catch {
        // There is nowhere to report this.
      }
    },
  };
}
