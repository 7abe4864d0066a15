import { randomInt } from 'node:crypto';

const maxSeed = 2 ** 31 - 1;

/**
 * Settings of the fuzz tests. Each run draws a new seed, which it prints, so that many runs see many inputs;
 * `FUZZ_SEED` repeats one. `npm test` sends few inputs, `npm run fuzz` (`FUZZ_RUN=long`) eight times as many.
 */
export const fuzzRun = {
  seed: readSeed(process.env['FUZZ_SEED']),
  /** Factor for the numbers of a short run. */
  scale: process.env['FUZZ_RUN'] === 'long' ? 8 : 1,
};

/** Command that repeats the same inputs. */
export const replay =
  fuzzRun.scale === 1
    ? `FUZZ_SEED=${fuzzRun.seed} npm exec -- vitest run --project unit test/fuzz`
    : `npm run fuzz -- --seed ${fuzzRun.seed}`;

process.stdout.write(`fuzz: seed ${fuzzRun.seed}; again: ${replay}\n`);

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(maxSeed);
  const seed = Number(text);
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > maxSeed)
    throw new Error(`FUZZ_SEED must be a whole number from 0 to ${maxSeed}, not ${text}`);
  return seed;
}
