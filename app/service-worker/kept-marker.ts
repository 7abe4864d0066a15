import { watchKeptChanges } from '#app/features/offline-files/kept-changes.ts';
import { hasKeptDatabase } from '#app/features/offline-files/kept-database.ts';

let mayHave = true;

void look();

async function look(): Promise<void> {
  mayHave = await hasKeptDatabase().catch(() => true);
}

watchKeptChanges(() => {
  mayHave = true;
});

/**
 * False only if there was never an offline material in this browser: then the worker does not intercept files at all.
 */
export function mayHaveKept(): boolean {
  return mayHave;
}
