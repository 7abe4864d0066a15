import type { ThreadFailure } from '#server/machinery/threads/thread-failure.ts';
import type { TextsEngine } from './text-rows.ts';
import type { Remade } from './texts-file.ts';

export type TextsSetup = { directory: string };

/** A call of a function of the port. */
export type TextsCall = { id: number; name: keyof TextsEngine; given: readonly unknown[] };

export type TextsMessage =
  | { id: number; result: unknown }
  | { id: number; failure: ThreadFailure }
  | { remade: Remade };
