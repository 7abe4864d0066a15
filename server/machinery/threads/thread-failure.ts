import { DatabaseFailing, WritingHeldUp } from '#server/machinery/faults/read-fault.ts';

/** Passes errors between threads: a copied Error would lose its codes and its class. */
export type ThreadFailure = {
  message: string;
  stack: string | undefined;
  code?: string;
  errcode?: number;
  /** Set only for errors of a fault class. */
  fault?: 'database-failing' | 'writing-held-up';
};

/** Returns the message that a thread sends for an error. */
export function toFailure(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined };
  const { message, stack } = error;
  const failure: ThreadFailure = { message, stack };
  if (error instanceof DatabaseFailing) failure.fault = 'database-failing';
  if (error instanceof WritingHeldUp) failure.fault = 'writing-held-up';
  if ('code' in error && typeof error.code === 'string') failure.code = error.code;
  if ('errcode' in error && typeof error.errcode === 'number') failure.errcode = error.errcode;
  return failure;
}

/**
 * Returns the error with the message, `stack`, `code` and `errcode` that it had in the thread; `readFault` needs the
 * codes.
 */
export function toError({ message, stack, ...codes }: ThreadFailure): Error {
  const error = Object.assign(new Error(message), codes);
  if (stack !== undefined) error.stack = stack;
  return error;
}
