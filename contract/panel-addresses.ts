import { contractBase } from './addresses.ts';
import { writeParameters } from './address-parameters.ts';
import type { StagedFilter } from './staging.ts';

const part = encodeURIComponent;

/** Addresses of the API that only the panel requests, apart from those in `addresses.ts`, which every page loads. */
export const panelApi = {
  materialReading: (id: string) => `${contractBase}/materials/${part(id)}/reading`,
  retryMaterialReading: (id: string) => `${contractBase}/materials/${part(id)}/reading/retry`,
  searchState: () => `${contractBase}/search/state`,
  unreadMaterials: (state: 'waiting' | 'failed' | 'postponed', limit: number, offset: number) =>
    `${contractBase}/search/unread?state=${state}&limit=${limit}&offset=${offset}`,
  retryUnread: () => `${contractBase}/search/unread/retry`,
  /** All hidden materials, or only those with these ids. */
  hiddenMaterials: (ids: readonly string[] = []) => `${contractBase}/materials/hidden${writeParameters({ id: ids })}`,
  hideMaterial: (id: string) => `${contractBase}/materials/${part(id)}/hide`,
  showMaterial: (id: string) => `${contractBase}/materials/${part(id)}/show`,
  /** All materials; the filters of the list are parameters. */
  inventory: () => `${contractBase}/materials/inventory`,
  bulkChanges: () => `${contractBase}/materials/changes`,
  bulkChangePreview: () => `${contractBase}/materials/changes/preview`,
  /** GET returns a preview. */
  undoBulkChange: (id: string) => `${contractBase}/materials/changes/${part(id)}/undo`,
  undoable: (page: { limit: number; offset: number }) => `${contractBase}/materials/undoable${writeParameters(page)}`,
  restoreMaterial: (id: string) => `${contractBase}/materials/${part(id)}/restore`,
  purgeMaterial: (id: string) => `${contractBase}/materials/${part(id)}/purge`,
  libraryState: () => `${contractBase}/library-state`,
  trash: () => `${contractBase}/materials/trash`,
  misplaced: () => `${contractBase}/materials/misplaced`,
  unusedFiles: () => `${contractBase}/materials/unused-files`,
  similarMaterials: () => `${contractBase}/materials/similar`,
  keepSimilarMaterials: () => `${contractBase}/materials/similar/keep`,
  turnPages: (fileId: string) => `${contractBase}/files/${part(fileId)}/turns`,
  /** Materials whose file has the same bytes. */
  sameMaterials: (fileId: string) => `${contractBase}/files/${part(fileId)}/same`,
  photographPdfs: () => `${contractBase}/photographs`,
  /** PDFs by the digests of their photographs. */
  findPhotographs: () => `${contractBase}/photographs/find`,
  /** A PDF that is being made, or was made, from photographs. */
  photographPdf: (fileId: string) => `${contractBase}/photographs/${part(fileId)}`,
  /** The photographs from which a file was made. */
  photographs: (fileId: string) => `${contractBase}/files/${part(fileId)}/photographs`,
  /** PDFs made of pages of stored PDFs. */
  compositions: () => `${contractBase}/compositions`,
  replacePages: (id: string) => `${contractBase}/materials/${part(id)}/pages`,
  removeSamples: () => `${contractBase}/samples/remove`,
  staging: () => `${contractBase}/staging`,
  stagePhotographs: () => `${contractBase}/staging/photographs`,
  stagedFiles: (page: { filter: StagedFilter; limit: number; cursor: number | null }) =>
    `${contractBase}/staging?filter=${page.filter}&limit=${page.limit}${page.cursor === null ? '' : `&cursor=${page.cursor}`}`,
  stagingChanges: (since: string, limit: number) =>
    `${contractBase}/staging/changes?since=${part(since)}&limit=${limit}`,
  guessPlace: () => `${contractBase}/staging/guess`,
  discardStaged: () => `${contractBase}/staging/discard`,
  publishStaged: () => `${contractBase}/staging/publish`,
  publications: () => `${contractBase}/staging/publications`,
  publicationPreview: () => `${contractBase}/staging/publications/preview`,
  undoPublication: (id: string) => `${contractBase}/staging/publications/${part(id)}/undo`,
  previewPublicationUndo: (id: string, takesChanged: boolean) =>
    `${panelApi.undoPublication(id)}?takesChanged=${takesChanged}`,
};
