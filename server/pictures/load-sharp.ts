import type sharp from 'sharp';

type Sharp = typeof sharp;

/**
 * sharp, which decodes and encodes pictures, cannot be loaded on this machine, e.g. because the packages were installed
 * on another one. No picture is to blame. The message is for the administrator.
 */
export class SharpMissing extends Error {
  constructor(cause: unknown) {
    super('sharp cannot be loaded; run "npm ci --include=optional" on this machine', { cause });
    this.name = 'SharpMissing';
  }
}

/** Loads sharp. Rejects with `SharpMissing`; a process that has failed to load it can never load it. */
export async function loadSharp(): Promise<Sharp> {
  try {
    return (await import('sharp')).default;
  } catch (error) {
    throw new SharpMissing(error);
  }
}
