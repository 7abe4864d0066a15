import type { Client } from 'appwrite';
import type {
  BegunPublicationAnswer,
  PhotographedPdfsAnswer,
  PhotographPdfAnswer,
  PublicationSummaryAnswer,
  StagedBatchAnswer,
  StagedDiscardedAnswer,
  StagedFileAnswer,
  StagedListAnswer,
  StagedPublishedAnswer,
  StagedUpdatedAnswer,
  StagingChangesAnswer,
} from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import type { Accepted } from '#contract/publication.ts';
import { stagingLimits, type StagedFilter } from '#contract/staging.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';

/** A staged file as defined by the contract. */
export type StagedRow = StagedFileAnswer;

/** Values that a person can set for a row. `year: null` means "has no year". */
export type ManualValues = {
  facultyId?: string;
  semesterId?: string;
  subject?: string;
  kind?: NonNullable<StagedRow['fields']['kind']['value']>;
  year?: number | null;
  bsYear?: number | null;
  title?: string;
  /** The file may be published although its first page reserves all rights. */
  mayPublish?: true;
  filePassword?: string;
  filePasswordNote?: string;
};

/** Values that can be set for a row besides its fields. */
export type ManualExtra = 'mayPublish' | 'filePassword' | 'filePasswordNote';

export type ManualField = 'facultyId' | 'semesterId' | 'subject' | 'kind' | 'year' | 'title';

/** The value that a person sets with one edit, named in the message afterwards. */
export type EditedValue = ManualField | 'password';

/** A PDF to be made, by the digests of its photographs. */
export type AnnouncedPdf = { path: string; photographs: readonly { digest: string; size: number }[] };

/** The body of the request that starts a PDF. */
export type PdfRequest = { fileId: string; name: string; photographs: { fileId: string }[] };

export type StagingCalls = ReturnType<typeof createStagingCalls>;

/** Creates the requests of the import. All ask for the password again if the session has ended, and throw SDK exceptions. */
export function createStagingCalls({ client, callSignedIn }: { client: Client; callSignedIn: SignedInCaller }) {
  const address = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  const send = <Answer>(method: string, path: string, body: object): Promise<Answer> =>
    callSignedIn(() => client.call(method, address(path), json, { ...body }) as Promise<Answer>);
  const read = <Answer>(path: string): Promise<Answer> =>
    callSignedIn(() => client.call('get', address(path)) as Promise<Answer>);

  return {
    announce: (files: readonly { path: string; size: number; digest: string }[]) =>
      send<StagedBatchAnswer>('post', panelApi.staging(), { files }),
    announcePhotographs: (pdfs: readonly AnnouncedPdf[]) =>
      send<StagedBatchAnswer>('post', panelApi.stagePhotographs(), { pdfs }),
    findPhotographs: (digests: readonly string[]) =>
      send<PhotographedPdfsAnswer>('post', panelApi.findPhotographs(), { digests }),
    beginPdf: (request: PdfRequest) => send<PhotographPdfAnswer>('post', panelApi.photographPdfs(), request),
    lookAtPdf: (fileId: string) => read<PhotographPdfAnswer>(panelApi.photographPdf(fileId)),
    cancelPdf: (fileId: string) => send<object>('delete', panelApi.photographPdf(fileId), {}),
    list: (filter: StagedFilter, cursor: number | null) =>
      read<StagedListAnswer>(panelApi.stagedFiles({ filter, limit: stagingLimits.maxPage, cursor })),
    changes: (since: string) => read<StagingChangesAnswer>(panelApi.stagingChanges(since, stagingLimits.maxPage)),
    setManual: (ids: readonly string[], manual: ManualValues, forget: readonly (ManualField | ManualExtra)[]) =>
      send<StagedUpdatedAnswer>('patch', panelApi.staging(), { ids, manual, forget }),
    discard: (ids: readonly string[]) => send<StagedDiscardedAnswer>('post', panelApi.discardStaged(), { ids }),
    /** Restores a material from the trash, or unhides it. */
    bringBack: (way: 'restore' | 'show', materialId: string) =>
      send<Pick<MaterialDocument, '$permissions'>>(
        'post',
        way === 'restore' ? panelApi.restoreMaterial(materialId) : panelApi.showMaterial(materialId),
        {},
      ),
    previewPublication: (ids: readonly string[], accept: readonly Accepted[]) =>
      send<PublicationSummaryAnswer>('post', panelApi.publicationPreview(), { ids, accept }),
    /** Begins a publication of these files, or continues an interrupted one. */
    beginPublication: async (ids: readonly string[]) =>
      (await send<BegunPublicationAnswer>('post', panelApi.publications(), { ids })).id,
    publish: (ids: readonly string[], accept: readonly Accepted[], publicationId: string) =>
      send<StagedPublishedAnswer>('post', panelApi.publishStaged(), { ids, accept, publicationId }),
  };
}

/** Returns the number of staged files, without reading the files. */
export async function countStaged(client: Client): Promise<number> {
  const page = { filter: 'open', limit: 1, cursor: null } as const;
  const { counts }: StagedListAnswer = await client.call('get', new URL(panelApi.stagedFiles(page), location.origin));
  return counts.open;
}

/** Splits a list into parts of at most `size` items. */
export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
