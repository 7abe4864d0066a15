import type sharp from 'sharp';

type Sharp = typeof sharp;

/**
 * Thrown if sharp, which decodes and encodes pictures, can't be loaded on this machine, e.g. because the packages were
 * installed on another one. A picture is not at fault. The message is for the administrator.
 */
export class SharpMissing extends Error {
  constructor(cause: unknown) {
    super(`sharp cannot be loaded; ${adviceFor(cause)}`, { cause });
    this.name = 'SharpMissing';
  }
}

/** Pattern of sharp's error on a processor that can't run its program. */
const oldProcessor = /v2 microarchitecture|Unsupported CPU/;

function adviceFor(cause: unknown): string {
  return oldProcessor.test(String(cause))
    ? 'it needs a processor with x86-64-v2 (Intel from 2009, AMD from 2011); move the library to another machine'
    : 'run "npm ci --include=optional" on this machine';
}

/** Loads sharp. Rejects with `SharpMissing`; a process that has failed to load sharp can never load it. */
export async function loadSharp(): Promise<Sharp> {
  try {
    return (await import('sharp')).default;
  } catch (error) {
    throw new SharpMissing(error);
  }
}
