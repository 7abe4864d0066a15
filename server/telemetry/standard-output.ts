import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes lines to a file handle, by default the standard output, and drops what cannot be written. A log often lies on
 * the disk it reports on: when that is full, or a reader of the log has gone, the server must go on. (Pino's own
 * destination makes an exception of it that ends the process, or tries again for ever.)
 */
export function droppingDestination(handle = 1): DestinationStream {
  return {
    write(line) {
      try {
        writeSync(handle, line);
      } catch {
        // There is nowhere left to tell.
      }
    },
  };
}
