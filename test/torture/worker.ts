import { Broken, type Connection } from './connection.ts';
import { certain, type ExpectedShelf } from './expected-shelf.ts';
import { createMaterialSteps } from './material-steps.ts';
import type { Random } from './seeded-random.ts';

/** Few, so that each is changed often. */
const maxMaterials = 10;

/**
 * Changes its own part of the shelf, one step after the other, and notes what was acknowledged, until the connection
 * breaks. Returns how many steps were acknowledged. Throws when an answer is wrong.
 */
export async function workUntilBroken(
  name: string,
  shelf: ExpectedShelf,
  connection: Connection & { onRequest(): void },
  random: Random,
): Promise<number> {
  const { publish, edit, replace, withdraw, undo, purge, read } = createMaterialSteps(name, shelf, connection, random);

  async function takeStep(): Promise<void> {
    const all = [...shelf.materials.values()].filter(({ possible }) => possible[0]?.state !== 'none');
    if (all.length === 0 || (all.length < maxMaterials && random.onceIn(3))) return publish();
    const material = random.pick(all);
    const current = certain(material);
    if (current.state === 'trash') return random.onceIn(3) ? purge(material, current) : undo(material, current);
    return random.pick([edit, replace, withdraw, read])(material, current);
  }

  let steps = 0;
  try {
    for (;;) {
      await takeStep();
      steps++;
    }
  } catch (error) {
    if (error instanceof Broken) return steps;
    throw error;
  }
}
