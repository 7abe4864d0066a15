import { describeFault, structureProblem } from '#contract/attribute-faults.ts';
import { publicPermissions, tidyPermissions } from '#contract/permissions.ts';
import { isSameTime, yearsAdOf, type MaterialYears } from '#domain/calendar.ts';
import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import { draftAttributes, hasAttribute, isCountable, wireNameOf } from '#domain/material-rules.ts';
import { findFault } from '#domain/material-schema.ts';
import type { CountableAttribute, Material, MaterialChange, MaterialDraft, MaterialKind } from '#domain/material.ts';
import type { Records } from '#server/engines/database/database.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import { actionsOf } from './material-hiding.ts';
import {
  done,
  explainUnwritten,
  getPublished,
  announce,
  announceUpdate,
  type MaterialService,
  type SentMaterial,
  type MaterialParts,
} from './material-service.ts';
import { requireBytes, requireFiles } from './require-file.ts';
import { requireSentPassword, withoutOldPassword } from './require-password.ts';

/** Throws Problem `document_invalid_structure`, with the possible values, unless the catalogue has the place. */
export function checkPlace(
  catalogue: Catalogue,
  place: { facultyId: string; semesterId: string; subject: string },
): void {
  const refuse = (name: string, value: string, where: string, offered: readonly string[]) =>
    structureProblem(
      `Attribute "${name}" has invalid format. ${JSON.stringify(value)} is not in ${where}. Choose one of: ${offered.join(', ')}`,
    );
  const faculty = findFaculty(catalogue, place.facultyId);
  if (!faculty) {
    const offered = catalogue.faculties.map(({ id }) => id);
    throw refuse('facultyId', place.facultyId, 'the catalogue', offered);
  }
  const term = findTerm(faculty, place.semesterId);
  if (!term) {
    const offered = faculty.terms.map(({ id }) => id);
    throw refuse('semesterId', place.semesterId, faculty.name, offered);
  }
  const offered = term.subjects.map(({ name }) => name);
  if (!offered.includes(place.subject))
    throw refuse('subject', place.subject, `${term.name} of ${faculty.name}`, offered);
}

/** Creates and updates materials. */
export function createMaterialWrites({
  database,
  storage,
  catalogue,
  changes,
  trail,
  tryPassword,
}: MaterialParts): Pick<MaterialService, 'create' | 'update' | 'upsert' | 'shift'> {
  /** Checked before the transaction, in which nothing may wait for a process. */
  async function requirePasswordOf(id: string, sent: Pick<SentMaterial, 'change'>): Promise<string | null> {
    const fileId = (await database.materials.find(id))?.fileId ?? null;
    return requireSentPassword(database, tryPassword, () => sent.change(), fileId);
  }

  return {
    async create(actor, kind, id, sent) {
      requireAdministrator(actor);
      await requireBytes(database, storage, () => sent.draft());
      await requireSentPassword(database, tryPassword, () => sent.draft(), null);
      const material = await trail.transaction(async (records, note) => {
        const made = await insertMaterial(records, catalogue, { ...sent.draft(), id, kind }, sent.permissions);
        await note(done('published', made));
        return made;
      });
      announce(changes, 'create', material);
      return material;
    },

    async update(actor, kind, id, sent) {
      requireAdministrator(actor);
      await requireBytes(database, storage, () => sent.change());
      const unlocked = await requirePasswordOf(id, sent);
      const { before, after } = await trail.transaction(async (records, note) => {
        const before = await getPublished(records, kind, id);
        const after = await change(records, catalogue, before, { ...sent, unlocked });
        for (const action of actionsOf(before, after)) await note(done(action, after));
        return { before, after };
      });
      announceUpdate(changes, after, before);
      return after;
    },

    async upsert(actor, kind, id, sent) {
      requireAdministrator(actor);
      await requireBytes(database, storage, () => sent.change());
      const unlocked = await requirePasswordOf(id, sent);
      const { material, replaced } = await trail.transaction(async (records, note) => {
        const before = await records.materials.find(id);
        // The id of a material in the trash, or of another kind, is in use: inserting it is refused as with `create`.
        if (before?.kind !== kind || before.deletedAt !== null) {
          const made = await insertMaterial(records, catalogue, { ...sent.draft(), id, kind }, sent.permissions);
          await note(done('published', made));
          return { material: made, replaced: null };
        }
        const after = await change(records, catalogue, before, { ...sent, unlocked });
        for (const action of actionsOf(before, after)) await note(done(action, after));
        return { material: after, replaced: before };
      });
      if (replaced) announceUpdate(changes, material, replaced);
      else announce(changes, 'create', material);
      return material;
    },

    async shift(actor, kind, id, { attribute, by, bound }) {
      requireAdministrator(actor);
      const { before, after } = await trail.transaction(async (records, note) => {
        const before = await getPublished(records, kind, id);
        const shifted = shiftNumber(before, attribute, by, bound);
        const after = await change(records, catalogue, before, { change: () => shifted });
        await note(done('edited', after));
        return { before, after };
      });
      announceUpdate(changes, after, before);
      return after;
    },
  };
}

/** Stores a new material after all checks. Throws Problem. Called within a transaction. */
export async function insertMaterial(
  records: Records,
  catalogue: Catalogue,
  material: MaterialDraft & Pick<Material, 'id' | 'kind'>,
  permissions: readonly string[] = publicPermissions,
): Promise<Material> {
  checkValues(catalogue, material);
  await requireFiles(records, material.kind, material);
  return records.materials.insert({ ...material, isSample: false, permissions: tidyPermissions(permissions) });
}

/** Throws Problem `document_invalid_structure` for values that a new material can't have. Its files are not checked. */
export function checkValues(catalogue: Catalogue, material: MaterialDraft & Pick<Material, 'kind'>): void {
  requireOwnAttributes(material.kind, material);
  requireSameTime(material);
  checkPlace(catalogue, material);
}

async function change(
  records: Records,
  catalogue: Catalogue,
  before: Material,
  sent: Pick<SentMaterial, 'change' | 'permissions' | 'unchangedSince'> & {
    /** The file that the password in the update opens; null if it has none. */
    unlocked?: string | null;
  },
): Promise<Material> {
  const { kind, id } = before;
  const { permissions, unchangedSince, unlocked = null } = sent;
  const changed = withoutOldPassword(before, sent.change());
  if (typeof changed.filePassword === 'string' && (changed.fileId ?? before.fileId) !== unlocked)
    throw await explainUnwritten(records, kind, id);
  requireOwnAttributes(kind, changed);
  requireSameTime({ ...before, ...changed });
  const { facultyId, semesterId, subject } = { ...before, ...changed };
  // A subject that the catalogue no longer has may stay, so that other attributes can still be corrected.
  const isMoved = facultyId !== before.facultyId || semesterId !== before.semesterId || subject !== before.subject;
  if (isMoved) checkPlace(catalogue, { facultyId, semesterId, subject });
  await requireFiles(records, kind, changed);
  const stored = { ...changed, ...(permissions !== undefined && { permissions: tidyPermissions(permissions) }) };
  const after = await records.materials.update(id, stored, unchangedSince);
  if (!after) throw await explainUnwritten(records, kind, id);
  return after;
}

/** Throws Problem `document_invalid_structure` for a value of an attribute that the kind does not have. */
function requireOwnAttributes(kind: MaterialKind, draft: MaterialChange): void {
  const foreign = draftAttributes.find((name) => !hasAttribute(kind, name) && (draft[name] ?? null) !== null);
  if (foreign) throw structureProblem(`Unknown attribute: "${wireNameOf(foreign)}"`);
}

/** Throws Problem `document_invalid_structure` if no day is in both years. */
function requireSameTime(years: MaterialYears): void {
  if (years.yearBs === null || isSameTime(years)) return;
  const fitting = yearsAdOf(years.yearBs).join(' or ');
  throw structureProblem(
    `Attribute "yearBs" is ${years.yearBs}, so "year" must be ${fitting}, not ${years.year}. Send both, or null for "yearBs"`,
  );
}

/** Returns the update that adds `by` to a number of the material. Throws Problem `document_invalid_structure`. */
function shiftNumber(material: Material, wireName: string, by: number, bound: number | null): MaterialChange {
  const name: CountableAttribute | undefined = draftAttributes
    .filter(isCountable)
    .find((each) => wireNameOf(each) === wireName && hasAttribute(material.kind, each));
  if (!name) throw structureProblem(`Attribute "${wireName}" cannot be incremented or decremented`);
  const before = material[name];
  if (before === null) throw structureProblem(`Attribute "${wireName}" has no value to change`);
  const after = before + by;
  if (bound !== null && (by > 0 ? after > bound : after < bound))
    throw structureProblem(`Attribute "${wireName}" would go past the limit of ${bound}`);
  if (findFault(name, after)) throw structureProblem(describeFault(name, after));
  return { [name]: after };
}
