import { Broken, createRequests, type Connection } from './connection.ts';
import { certain, type ExpectedShelf } from './expected-shelf.ts';
import { createManySteps } from './many-steps.ts';
import { createMaterialSteps } from './material-steps.ts';
import type { Random } from './seeded-random.ts';
import { createImportStep } from './staging-steps.ts';

/** Few, so that each is changed often. */
const maxMaterials = 10;

/**
 * Changes its own part of the library, one step after the other, and records acknowledgements, until the connection
 * breaks. Returns the number of acknowledged steps. Throws for a wrong response.
 */
export async function workUntilBroken(
  name: string,
  shelf: ExpectedShelf,
  connection: Connection & { onRequest(): void },
  random: Random,
): Promise<number> {
  const { publish, edit, replace, withdraw, undo, purge, read } = createMaterialSteps(name, shelf, connection, random);
  const send = createRequests(connection);
  const { changeMany, hideOrShow } = createManySteps(shelf, send, random);
  const importNext = createImportStep(name, shelf.imported, send);

  async function takeStep(): Promise<void> {
    if (random.onceIn(4)) return importNext();
    const all = [...shelf.materials.values()].filter(({ possible }) => possible[0]?.state !== 'none');
    if (all.length === 0 || (all.length < maxMaterials && random.onceIn(3))) return publish();
    const shown = all.filter(({ possible: [now] }) => now?.state === 'published' && !now.isHidden);
    if (shown.length > 1 && random.onceIn(8)) return changeMany(shown);
    const material = random.pick(all);
    const current = certain(material);
    if (current.state === 'trash') return random.onceIn(3) ? purge(material, current) : undo(material, current);
    return random.pick([edit, replace, hideOrShow, withdraw, read])(material, current);
  }

  let done = 0;
  try {
    for (;;) {
      await takeStep();
      done++;
    }
  } catch (error) {
    if (error instanceof Broken) return done;
    throw error;
  }
}
