import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { isHeldUp } from '#server/machinery/faults/retry-held-up.ts';
import type { ErrorLog } from './error-log.ts';

/** The id of the current request, for the lines of the log. */
export const requestIds = new AsyncLocalStorage<string>();

const wellFormed = /^[\w.-]{8,64}$/;

const idBytes = 9;
/**
 * Number of ids whose random bytes are generated together: one by one they take a tenth of the time of a cached
 * response.
 */
const idsTogether = 256;
let pool = Buffer.alloc(0);
let used = 0;

function newId(): string {
  if (used === pool.length) {
    pool = randomBytes(idBytes * idsTogether);
    used = 0;
  }
  used += idBytes;
  return pool.toString('base64url', used - idBytes, used);
}

/** Returns the id that a trusted proxy gave the request, else a new one. */
export function requestIdOf(sent: string | string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === 'string' && wellFormed.test(sent) ? sent : newId();
}

/**
 * Writes lines to a file handle, by default the standard output, and drops those that can't be written. A log is
 * often on the disk it reports on: when that is full, or the reader of the log has gone, the server must continue.
 * (Pino's own destination would throw an exception that ends the process, or retry forever.)
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

/**
 * Creates the log of a server: JSON lines with ISO times, or readable text on a terminal. A line written while a
 * request is being answered has its `requestId`. Errors are logged without the values that caused them. They are also
 * counted in `errors`, for the page about the state of the library.
 */
export function createLog(parts: {
  level: LevelWithSilent;
  isTerminal: boolean;
  errors: ErrorLog;
  /** The destination of lines, instead of the standard output. */
  destination?: DestinationStream;
}): Logger {
  const errorLevel = pino.levels.values['error'] ?? 50;
  return pino(
    {
      level: parts.level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
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

/** Returns only the text of a line; its fields may name files and addresses, which a page should not show. */
function messageOf(words: readonly unknown[]): string {
  return String(words.find((word) => typeof word === 'string') ?? 'an error without a message');
}

/**
 * Properties of an error that identify the failure. Others may have personal data: `detail` of PostgreSQL has the
 * values of a row, and `input` of a wrong address is the address.
 */
const loggedProperties = new Set([
  'type',
  'message',
  'stack',
  'aggregateErrors',
  'code',
  'errno',
  'errcode',
  'syscall',
  'path',
  'severity',
  'routine',
  'table',
  'column',
  'constraint',
]);

/**
 * Returns the logged form of an error. Its causes are in the message and the stack, which a refusal of a full queue
 * does not need.
 */
function describeError(error: Error): unknown {
  const described = selectProperties(pino.stdSerializers.err(error));
  return isHeldUp(error) ? Object.assign({}, described, { stack: undefined }) : described;
}

function selectProperties(described: unknown): unknown {
  if (typeof described !== 'object' || described === null) return described;
  const logged = Object.entries(described).filter(([name]) => loggedProperties.has(name));
  return Object.fromEntries(
    logged.map(([name, value]) => [name, Array.isArray(value) ? value.map(selectProperties) : value]),
  );
}
