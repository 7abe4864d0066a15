import { Databases, Storage, type Client } from 'appwrite';
import { panelApi } from '#contract/panel-addresses.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { collectionOfKind, kindOfCollection } from '#contract/collections.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { equal } from '#contract/query.ts';
import type {
  MisplacedAnswer,
  RemovedSamplesAnswer,
  SimilarMaterialsAnswer,
  TrashAnswer,
  UnusedFilesAnswer,
  WithdrawnDocument,
  HiddenMaterialsAnswer,
} from '#contract/schemas/answer-types.ts';
import type { FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';
import type { MaterialList, Site } from '#contract/shelf.ts';
import { materialKinds, type Material } from '#domain/material.ts';

/** Two materials with nearly the same text; `same` is the fraction (0 to 1) of words that both have. */
export type SimilarPair = { first: Material; second: Material; same: number };

/** Number of rows on a page of the panel's lists. */
export const pageSize = 20;

/**
 * Creates the requests of the tab 'Manage Content': records through the official SDK, additions to the contract through its
 * `call`. All throw the SDK's exceptions.
 */
export function createShelfRecords({ client, site }: { client: Client; site: Site }) {
  const databases = new Databases(client);
  const storage = new Storage(client);
  const { databaseId, bucketId } = site.ids;
  const place = ({ kind, id }: Material) => ({ databaseId, collectionId: collectionOfKind[kind], documentId: id });
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };

  return {
    /** Moves the material to the trash. */
    async withdraw(material: Material): Promise<void> {
      await databases.deleteDocument(place(material));
    },
    async restore(material: Material): Promise<void> {
      await client.call('post', addition(panelApi.restoreMaterial(material.id)), json, {});
    },
    /** Deletes record and file permanently. */
    async purge(material: Material): Promise<void> {
      await client.call('post', addition(panelApi.purgeMaterial(material.id)), json, {});
    },
    async listTrash(page: number): Promise<MaterialList> {
      const answer: TrashAnswer = await client.call('get', addition(panelApi.trash()), {}, pageOf(page));
      return { total: answer.total, materials: toMaterials(answer.documents) };
    },
    /** Returns materials whose faculty, term or subject is no longer in the catalogue. */
    async listMisplaced(): Promise<MaterialList> {
      const answer: MisplacedAnswer = await client.call('get', addition(panelApi.misplaced()), {}, pageOf(1));
      return { total: answer.total, materials: toMaterials(answer.documents) };
    },
    /** Returns files without a record. */
    async listUnusedFiles(): Promise<{ total: number; files: FileAnswer[] }> {
      const answer: UnusedFilesAnswer = await client.call('get', addition(panelApi.unusedFiles()), {}, pageOf(1));
      return { total: answer.total, files: answer.files.map((file) => ({ ...file })) };
    },
    /** Returns pairs of materials with nearly the same text, except dismissed pairs. */
    async listSimilar(): Promise<SimilarPair[]> {
      const answer: SimilarMaterialsAnswer = await client.call('get', addition(panelApi.similarMaterials()));
      return answer.pairs.flatMap(({ documents, same }) => {
        const [first, second] = toMaterials(documents);
        return first && second ? [{ first, second, same }] : [];
      });
    },
    async keepBoth({ first, second }: SimilarPair): Promise<void> {
      const pair = { firstId: first.id, secondId: second.id };
      await client.call('post', addition(panelApi.keepSimilarMaterials()), json, pair);
    },
    async removeFile(fileId: string): Promise<void> {
      await storage.deleteFile({ bucketId, fileId });
    },
    /** Returns the number of samples in the library. */
    async countSamples(): Promise<number> {
      const queries = writeQueries({ filters: [equal('isSample', true)], limit: 1 });
      const lists = await Promise.all(
        materialKinds.map((kind) =>
          databases.listDocuments({ databaseId, collectionId: collectionOfKind[kind], queries }),
        ),
      );
      return lists.reduce((sum, list) => sum + list.total, 0);
    },
    /** Deletes all samples permanently and returns their number. */
    async removeSamples(): Promise<number> {
      const answer: RemovedSamplesAnswer = await client.call('post', addition(panelApi.removeSamples()), json, {});
      return answer.removed;
    },
  };
}

/** Returns the parameters of a page (from 1). */
export function pageOf(page: number) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/**
 * Converts documents to materials. The SDK types only the `$` keys of a document; documents of unknown collections are skipped.
 */
export function toMaterials(documents: readonly { $collectionId: string }[]): Material[] {
  return documents.flatMap((document) => {
    const kind = kindOfCollection(document.$collectionId);
    return kind ? [materialFromDocument(kind, document as MaterialDocument | WithdrawnDocument)] : [];
  });
}

/** Time and reason of hiding for each material, by id; `reason` is null if none was given. */
export type Hidings = ReadonlyMap<string, { since: string; reason: string | null }>;

type HiddenList = MaterialList & { hidings: Hidings };

/** Creates the requests that hide materials and show them again. All throw the SDK's exceptions. */
export function createHidingRecords(client: Client) {
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  return {
    /**
     * Hides a material from everybody except administrators; changes the reason of a material that is already hidden.
     */
    async hide(material: Material, reason: string): Promise<void> {
      await client.call('post', addition(panelApi.hideMaterial(material.id)), json, { reason });
    },
    async show(material: Material): Promise<void> {
      await client.call('post', addition(panelApi.showMaterial(material.id)), json, {});
    },
    /** Returns hidden materials of all kinds, with the time and the reason. */
    async listHidden(page: number): Promise<HiddenList> {
      const answer: HiddenMaterialsAnswer = await client.call(
        'get',
        addition(panelApi.hiddenMaterials()),
        {},
        pageOf(page),
      );
      return { ...toHiddenList(answer), total: answer.total };
    },
  };
}

function toHiddenList({ documents }: HiddenMaterialsAnswer) {
  const hidings = new Map(
    documents.map(({ $id, $hiddenAt, $hiddenReason }) => [$id, { since: $hiddenAt, reason: $hiddenReason }]),
  );
  return { materials: toMaterials(documents), hidings };
}
