import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { ErrorLog } from './error-log.ts';
import { droppingDestination } from './standard-output.ts';
import { requestIds } from './request-ids.ts';

/**
 * The log of a server: JSON lines with ISO times, or readable text on a terminal. A line written while a request is
 * being answered has its `requestId`. Errors are also counted in `errors`, for the page about the state of the library.
 */
export function createLog(parts: {
  level: Config['logLevel'];
  isTerminal: boolean;
  errors: ErrorLog;
  /** Where lines go instead of the standard output. */
  destination?: DestinationStream;
}): Logger {
  const errorLevel = pino.levels.values['error'] ?? 50;
  return pino(
    {
      level: parts.level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const requestId = requestIds.getStore();
        return requestId === undefined ? {} : { requestId };
      },
      hooks: {
        logMethod(words, method, level) {
          if (level >= errorLevel) parts.errors.add(messageOf(words));
          method.apply(this, words);
        },
      },
      ...(parts.isTerminal
        ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }
        : { formatters: { level: (level: string) => ({ level }) } }),
    },
    // The transport for a terminal writes to it directly.
    ...(parts.isTerminal ? [] : [parts.destination ?? droppingDestination()]),
  );
}

/** Only the text of a line; its fields may name files and addresses, which a page should not show. */
function messageOf(words: readonly unknown[]): string {
  return String(words.find((word) => typeof word === 'string') ?? 'an error without a message');
}
