import type { ContractIds } from '#contract/addresses.ts';
import { mayRead, publicPermissions, rolesHeldBy, tidyPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { ListQuery } from '#contract/query.ts';
import type { FoundMaterial, MaterialList, ShelfCounts, ShelfTotals, SubjectPlaceCounts } from '#contract/shelf.ts';
import { mayManage, type Actor } from '#domain/account.ts';
import { hasPlace, type Catalogue } from '#domain/catalogue.ts';
import { isIdentifier, makeIdentifier } from '#domain/identifier.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { Done, Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type {
  CountedPlaces,
  Database,
  FileRecord,
  MaterialChange,
  Readers,
  Records,
} from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import { checkMaterialChange, checkNewMaterial, checkPlace, structureProblem } from './check-material.ts';
import { findCoverFile, findDocumentFile } from './find-file.ts';
import { toSubjectPlaces } from './subject-places.ts';

/** Everything that may be done with materials, and who may do it. Throws `Problem`. */
export interface MaterialService {
  list(actor: Actor, kind: MaterialKind, query: ListQuery): Promise<MaterialList>;
  /** Throws `document_not_found` for a missing, withdrawn or other-kind id, and for what the actor may not read. */
  get(actor: Actor, kind: MaterialKind, id: string): Promise<Material>;
  find(actor: Actor, id: string): Promise<FoundMaterial>;
  count(actor: Actor, places?: CountedPlaces): Promise<ShelfCounts>;
  countByFaculty(actor: Actor): Promise<ShelfTotals>;
  /** Every place in the catalogue where a subject of that name, in capitals or not, holds something the actor may read. */
  findSubjectPlaces(actor: Actor, name: string): Promise<SubjectPlaceCounts[]>;
  /**
   * `data` is what was sent, unchecked; `id` may be `unique()`. Without permissions everybody may read it. `ownOrigins`
   * are the origins a URL of ours may have.
   */
  create(
    actor: Actor,
    kind: MaterialKind,
    input: { id: unknown; data: unknown; permissions?: readonly string[] | undefined },
    ownOrigins: readonly string[],
  ): Promise<Material>;
  /**
   * Changes what was sent, data or permissions or both; throws `document_missing_payload` for neither, and
   * `document_update_conflict` when it was changed after `unchangedSince` (milliseconds since 1970), where that is said.
   */
  update(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    data: unknown,
    ownOrigins: readonly string[],
    permissions?: readonly string[],
    unchangedSince?: number,
  ): Promise<Material>;
  /** Changes the material of that id as `update` does, or makes it as `create` does where there is none. */
  upsert(
    actor: Actor,
    kind: MaterialKind,
    input: {
      id: string;
      data: unknown;
      permissions?: readonly string[] | undefined;
      unchangedSince?: number | undefined;
    },
    ownOrigins: readonly string[],
  ): Promise<Material>;
  /**
   * Adds to a number, `by` being negative to take away, in one step that no other change comes between. Throws
   * `document_invalid_structure` for what is no number, has no value, or would pass `bound` or its own limits.
   */
  shift(
    actor: Actor,
    kind: MaterialKind,
    id: string,
    shift: { attribute: string; by: number; bound: number | null },
  ): Promise<Material>;
  /** Moves to the trash (design decision 1); `unchangedSince` as with `update`. */
  withdraw(actor: Actor, kind: MaterialKind, id: string, unchangedSince?: number): Promise<void>;
  restore(actor: Actor, id: string): Promise<Material>;
  /** Out of the trash for good: record, then bytes nothing else uses. */
  purge(actor: Actor, id: string): Promise<void>;
  listTrash(actor: Actor, page: { kind?: MaterialKind; limit: number; offset: number }): Promise<MaterialList>;
  /** Materials whose subject the catalogue no longer has (design decision 12). */
  listMisplaced(actor: Actor, page: { limit: number; offset: number }): Promise<MaterialList>;
  /** Files without a record (design decision 1). */
  listUnusedFiles(
    actor: Actor,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; files: FileRecord[] }>;
  /** Takes every shipped sample away for good; they do not come back. Answers how many went. */
  removeSamples(actor: Actor): Promise<number>;
  /** Purges what was withdrawn before the lived time was `lived`; called by the clock, not by a person. `signal` ends it early. */
  purgeExpired(lived: number, signal?: AbortSignal): Promise<number>;
}

type Parts = {
  database: Database;
  catalogue: Catalogue;
  storage: Pick<Storage, 'remove'>;
  changes: Pick<Changes, 'tell'>;
  trail: Pick<Trail, 'transaction'>;
  publicUrl: string;
  ids: ContractIds;
};

/** Joins the rules on materials to the records. Everybody reads; only an administrator writes or sees the trash. */
export function createMaterialService(parts: Parts): MaterialService {
  const { database, catalogue, storage, changes, trail, publicUrl, ids } = parts;

  const tell = (action: 'create' | 'update' | 'delete', material: Material) =>
    changes.tell({ subject: 'material', action, material });

  /** Takes the materials for which `isDue` holds, looked at again in the transaction, away for good, then their bytes. */
  async function removeForGood(
    candidates: readonly Material[],
    isDue: (material: Material) => boolean,
  ): Promise<Material[]> {
    const { removed, files } = await trail.transaction(async (records, note) => {
      const due: Material[] = [];
      for (const { id } of candidates) {
        const material = await records.materials.find(id);
        if (!material || !isDue(material)) continue;
        await records.materials.remove(id);
        await note(done(material.deletedAt === null ? 'samples removed' : 'deleted permanently', material));
        due.push(material);
      }
      const orphans: FileRecord[] = [];
      for (const fileId of new Set(due.flatMap(filesOf))) {
        const file = await records.files.find(fileId);
        if (!file || (await records.materials.usesOfFile(fileId)) !== 'none') continue;
        await records.files.remove(fileId);
        orphans.push(file);
      }
      return { removed: due, files: orphans };
    });
    // Bytes that cannot be removed now belong to no record any more, so the sweep takes them.
    await Promise.allSettled(files.map(({ id }) => storage.remove(id)));
    for (const material of removed) if (material.deletedAt === null) tell('delete', material);
    for (const file of files) changes.tell({ subject: 'file', action: 'delete', file });
    return removed;
  }

  async function getPublished(records: Records, kind: MaterialKind, id: string): Promise<Material> {
    const material = await records.materials.find(id);
    if (!material || material.kind !== kind || material.deletedAt !== null) throw notFound(id);
    return material;
  }

  type Sent = { data: unknown; permissions?: readonly string[] | undefined; unchangedSince?: number | undefined };

  /** Why a published material could not be written: somebody was quicker, or took it away. */
  async function explainUnwritten(records: Records, kind: MaterialKind, id: string): Promise<Problem> {
    await getPublished(records, kind, id);
    return new Problem(
      'document_update_conflict',
      'Remote document is newer than local. It was changed since you read it: read it again, then repeat your change.',
    );
  }

  async function insert(
    records: Records,
    kind: MaterialKind,
    id: string,
    sent: Sent,
    origins: readonly string[],
  ): Promise<Material> {
    const { downloadUrl, coverImageUrl, ...data } = checkNewMaterial(kind, sent.data);
    checkPlace(catalogue, data);
    const own = { origins: [publicUrl, ...origins], ids };
    const fileId = await findDocumentFile(records, own, kind, downloadUrl);
    const coverFileId = coverImageUrl === null ? null : await findCoverFile(records, own, coverImageUrl);
    const permissions = tidyPermissions(sent.permissions ?? publicPermissions);
    return records.materials.insert({ id, kind, ...data, fileId, coverFileId, isSample: false, permissions });
  }

  async function change(records: Records, before: Material, sent: Sent, origins: readonly string[]): Promise<Material> {
    const { kind, id } = before;
    const own = { origins: [publicUrl, ...origins], ids };
    const isPermissionsAlone = sent.permissions !== undefined && isNothing(sent.data);
    const { downloadUrl, coverImageUrl, ...data } = isPermissionsAlone ? {} : checkMaterialChange(kind, sent.data);
    const place = { facultyId: before.facultyId, semesterId: before.semesterId, subject: before.subject, ...data };
    // A place the catalogue has dropped may stay, so that a misplaced material can still be corrected otherwise.
    if (!isSamePlace(before, place)) checkPlace(catalogue, place);
    const changes: MaterialChange = { ...data };
    if (sent.permissions !== undefined) changes.permissions = tidyPermissions(sent.permissions);
    if (downloadUrl !== undefined) changes.fileId = await findDocumentFile(records, own, kind, downloadUrl);
    if (coverImageUrl === null) changes.coverFileId = null;
    else if (coverImageUrl !== undefined) changes.coverFileId = await findCoverFile(records, own, coverImageUrl);
    const after = await records.materials.update(id, changes, sent.unchangedSince);
    if (!after) throw await explainUnwritten(records, kind, id);
    return after;
  }

  return {
    list: (actor, kind, query) => database.materials.list(kind, query, readersFor(actor)),

    async get(actor, kind, id) {
      const material = await getPublished(database, kind, id);
      if (!mayRead(actor, material.permissions)) throw notFound(id);
      return material;
    },

    async find(actor, id) {
      const material = await database.materials.find(id);
      // Who may not read it is not told either that it was there.
      if (material && !mayRead(actor, material.permissions)) return { state: 'missing' };
      if (material?.deletedAt === null) return { state: 'published', material };
      if (material) {
        const { kind, facultyId, semesterId, subject } = material;
        return { state: 'withdrawn', place: { kind, facultyId, semesterId, subject } };
      }
      return (await database.materials.wasPurged(id)) ? { state: 'withdrawn', place: null } : { state: 'missing' };
    },

    count: (actor, places) => database.materials.count(places, readersFor(actor)),
    countByFaculty: (actor) => database.materials.countByFaculty(readersFor(actor)),

    async findSubjectPlaces(actor, name) {
      const { places } = await database.materials.count({ subject: name }, readersFor(actor));
      return toSubjectPlaces(catalogue, places);
    },

    async create(actor, kind, input, ownOrigins) {
      const id = readDocumentId(input.id);
      requireAdministrator(actor);
      const material = await trail.transaction(async (records, note) => {
        const made = await insert(records, kind, id, input, ownOrigins);
        await note(done('published', made));
        return made;
      });
      tell('create', material);
      return material;
    },

    async update(actor, kind, id, data, ownOrigins, permissions, unchangedSince) {
      requireAdministrator(actor);
      const sent = { data, permissions, unchangedSince };
      const material = await trail.transaction(async (records, note) => {
        const after = await change(records, await getPublished(records, kind, id), sent, ownOrigins);
        await note(done('edited', after));
        return after;
      });
      tell('update', material);
      return material;
    },

    async upsert(actor, kind, { id, ...sent }, ownOrigins) {
      requireAdministrator(actor);
      const { material, action } = await trail.transaction(async (records, note) => {
        const before = await records.materials.find(id);
        // One in the trash, or of another kind, keeps its id: making it anew is refused as at `create`.
        if (before?.kind !== kind || before.deletedAt !== null) {
          const made = await insert(records, kind, id, sent, ownOrigins);
          await note(done('published', made));
          return { material: made, action: 'create' as const };
        }
        const after = await change(records, before, sent, ownOrigins);
        await note(done('edited', after));
        return { material: after, action: 'update' as const };
      });
      tell(action, material);
      return material;
    },

    async shift(actor, kind, id, { attribute, by, bound }) {
      requireAdministrator(actor);
      const material = await trail.transaction(async (records, note) => {
        const before = await getPublished(records, kind, id);
        if (attribute !== 'year')
          throw structureProblem(`Attribute "${attribute}" cannot be incremented or decremented`);
        if (before.year === null) throw structureProblem('Attribute "year" has no value to change');
        const year = before.year + by;
        if (bound !== null && (by > 0 ? year > bound : year < bound))
          throw structureProblem(`Attribute "year" would go past the limit of ${bound}`);
        const after = await change(records, before, { data: { year } }, []);
        await note(done('edited', after));
        return after;
      });
      tell('update', material);
      return material;
    },

    async withdraw(actor, kind, id, unchangedSince) {
      requireAdministrator(actor);
      const material = await trail.transaction(async (records, note) => {
        await getPublished(records, kind, id);
        const withdrawn = await records.materials.withdraw(id, unchangedSince);
        if (!withdrawn) throw await explainUnwritten(records, kind, id);
        await note(done('deleted', withdrawn));
        return withdrawn;
      });
      tell('delete', material);
    },

    async restore(actor, id) {
      requireAdministrator(actor);
      const restored = await trail.transaction(async (records, note) => {
        const back = await records.materials.restore(id);
        if (back) await note(done('restored', back));
        return back;
      });
      if (restored) {
        tell('create', restored);
        return restored;
      }
      // Asked for twice, as a second click on Undo does, the wish is fulfilled already.
      const material = await database.materials.find(id);
      if (!material) throw notFound(id);
      return material;
    },

    async purge(actor, id) {
      requireAdministrator(actor);
      const material = await database.materials.find(id);
      const removed = material ? await removeForGood([material], isWithdrawn) : [];
      if (removed.length === 0) throw notFound(id);
    },

    async listTrash(actor, page) {
      requireAdministrator(actor);
      return database.materials.listTrash(page);
    },

    async listMisplaced(actor, page) {
      requireAdministrator(actor);
      const { places } = await database.materials.count(undefined, 'everything');
      const misplaced = new Map(
        places.filter((place) => !hasPlace(catalogue, place)).map((place) => [placeKey(place), place]),
      );
      return database.materials.listAt([...misplaced.values()], page);
    },

    async listUnusedFiles(actor, page) {
      requireAdministrator(actor);
      return database.files.listUnused(page);
    },

    async removeSamples(actor) {
      requireAdministrator(actor);
      await database.settings.set('samples', 'removed');
      const removed = await removeForGood(await database.materials.listSamples(), ({ isSample }) => isSample);
      return removed.length;
    },

    async purgeExpired(lived, signal) {
      let count = 0;
      for (;;) {
        if (signal?.aborted) return count;
        const due = await database.materials.listWithdrawnBefore(lived, purgeBatch);
        // One that was restored meanwhile, and perhaps withdrawn anew, has another moment.
        const withdrawals = new Map(due.map(({ id, updatedAt }) => [id, updatedAt]));
        const isUnchanged = ({ id, updatedAt }: Material) => withdrawals.get(id) === updatedAt;
        const removed = await removeForGood(due, isUnchanged);
        count += removed.length;
        if (removed.length < purgeBatch) return count;
      }
    },
  };
}

/** Administrators see the whole shelf, everybody else what his roles may read. */
function readersFor(actor: Actor): Readers {
  return mayManage(actor) ? 'everything' : rolesHeldBy(actor);
}

function isNothing(data: unknown): boolean {
  return data === undefined || (typeof data === 'object' && data !== null && Object.keys(data).length === 0);
}

/** Small enough that a transaction does not keep other writers waiting. */
const purgeBatch = 50;

function readDocumentId(id: unknown): string {
  if (id === 'unique()') return makeIdentifier();
  if (isIdentifier(id)) return id;
  throw new Problem(
    'general_argument_invalid',
    'Invalid `documentId` param: Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. The first char must be a letter or digit',
  );
}

function notFound(id: string): Problem {
  return new Problem('document_not_found', `Document with the requested ID '${id}' could not be found.`);
}

type Place = { facultyId: string; semesterId: string; subject: string };

const done = (action: Done['action'], { id, title }: Material): Done => ({ action, subjectId: id, title });
const filesOf = ({ fileId, coverFileId }: Material) => (coverFileId === null ? [fileId] : [fileId, coverFileId]);
const isWithdrawn = (material: Material) => material.deletedAt !== null;
const placeKey = ({ facultyId, semesterId, subject }: Place) => JSON.stringify([facultyId, semesterId, subject]);
const isSamePlace = (one: Place, other: Place) => placeKey(one) === placeKey(other);
