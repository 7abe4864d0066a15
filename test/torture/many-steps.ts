import type { BulkOutcomeAnswer, UndoOutcomeAnswer } from '#contract/schemas/answer-types.ts';
import { broken, type SendRequest } from './connection.ts';
import {
  certain,
  noMaterial,
  type ExpectedMaterial,
  type ExpectedShelf,
  type MaterialState,
} from './expected-shelf.ts';
import type { MaterialStep } from './material-steps.ts';
import type { Random } from './seeded-random.ts';

/** Makes the steps that hide a material, and change several in one request. */
export function createManySteps(
  shelf: ExpectedShelf,
  send: SendRequest,
  random: Random,
): { hideOrShow: MaterialStep; changeMany(materials: readonly ExpectedMaterial[]): Promise<void> } {
  async function hideOrShow(material: ExpectedMaterial, current: MaterialState): Promise<void> {
    const isHidden = !current.isHidden;
    const body = isHidden ? { reason: 'Under review' } : {};
    await together(
      [material],
      [{ ...current, isHidden }],
      `/v1/materials/${material.id}/${isHidden ? 'hide' : 'show'}`,
      body,
    );
  }

  /** Hides or deletes several in one request, and mostly undoes that by the next. */
  async function changeMany(materials: readonly ExpectedMaterial[]): Promise<void> {
    const before = materials.map(certain);
    const hides = random.onceIn(2);
    const after = before.map((state): MaterialState =>
      hides ? { ...state, isHidden: true } : { ...state, state: 'trash' },
    );
    const action = hides ? { action: 'hide', reason: 'Under review' } : { action: 'delete' };
    const list = materials.map(({ id }) => id);
    const made = await together<BulkOutcomeAnswer>(materials, after, '/v1/materials/changes', {
      ids: list,
      change: action,
    });
    if (made.changed !== list.length) throw new Error(`${made.changed} of ${list.length} materials were changed`);
    if (random.onceIn(4)) return;
    const undone = await together<UndoOutcomeAnswer>(materials, before, `/v1/materials/changes/${made.id}/undo`, {});
    if (undone.restored !== list.length) throw new Error(`${undone.restored} of ${list.length} were restored`);
  }

  async function together<Answer>(
    materials: readonly ExpectedMaterial[],
    after: readonly MaterialState[],
    address: string,
    body: object,
  ): Promise<Answer> {
    shelf.together = [...materials];
    for (const [index, material] of materials.entries())
      material.possible = [certain(material), after[index] ?? noMaterial];
    const answer = (await (await send('POST', address, body)).json().catch(broken)) as Answer;
    for (const [index, material] of materials.entries()) material.possible = [after[index] ?? noMaterial];
    shelf.together = [];
    return answer;
  }

  return { hideOrShow, changeMany };
}
