import { tag } from '#messages/language.ts';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import type { FoundInMaterial, SearchFindings, SearchSuggestions } from '#contract/search.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { MaterialAnswer, SubjectPlacesAnswer, WithdrawnMaterialAnswer } from '#contract/schemas/answer-types.ts';
import type { DocumentList } from '#contract/schemas/document.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { emptyQuery } from '#contract/query.ts';
import type { ContentPage, FoundMaterial, Shelf, ShelfCounts, ShelfTotals, Site } from '#contract/shelf.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import type { Faculty, FacultySummary } from '#domain/catalogue.ts';
import { retryUntilAnswered } from '#app/features/layout/network-state.ts';
import { LibraryError } from './features/session/library-error.ts';

/**
 * Requests data, and waits for the network if there is none: `fetch`, and reading the body, fail with a TypeError when
 * the connection is lost.
 */
function ask<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  return retryUntilAnswered(
    () => askOnce<Answer>(address, signal),
    (error) => (error instanceof TypeError ? 'no response' : 'final'),
  );
}

async function askOnce<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    ...(signal && { signal }),
  });
  if (response.ok) return (await response.json()) as Answer;
  const body: unknown = await response.json().catch(() => ({}));
  throw new LibraryError(response.status, body as Partial<ProblemBody>);
}

/** Results of a search as sent by the server: each found material is a document of its kind. */
type SearchAnswer = Omit<SearchFindings, 'results'> & {
  results: (Omit<FoundInMaterial, 'material'> & { kind: MaterialKind; document: MaterialDocument })[];
};

/**
 * Creates the shelf over the contract, for navigation in the browser. Its code is small, because every visitor
 * downloads it. Fetches the site only if `readSite` does not return it: nearly every page comes with the site.
 */
export function createShelfClient(readSite: () => Site | undefined): Shelf {
  let asked: Promise<Site> | null = null;
  const site = async () =>
    readSite() ??
    (asked ??= ask<Site>(api.site(tag)).catch((error: unknown) => {
      asked = null;
      throw error;
    }));
  return {
    site,
    listFaculties: async () => (await ask<{ faculties: FacultySummary[] }>(api.faculties(tag))).faculties,
    async findFaculty(facultyId) {
      return ask<Faculty>(api.faculty(facultyId, tag)).catch(nullWhenMissing);
    },
    findPage: (name) => ask<ContentPage>(api.contentPage(name, tag)).catch(nullWhenMissing),
    countMaterials: (facultyId) => ask<ShelfCounts>(api.counts(facultyId)),
    countByFaculty: () => ask<ShelfTotals>(api.countsByFaculty()),
    findSubjectPlaces: async (name) => (await ask<SubjectPlacesAnswer>(api.subjectPlaces(name, tag))).places,
    async search(request) {
      const found = await ask<SearchAnswer>(api.search(request, tag));
      const results = found.results.map(({ kind, document, ...pages }) => ({
        material: materialFromDocument(kind, document),
        ...pages,
      }));
      return { ...found, results };
    },
    suggest: (q, signal) => ask<SearchSuggestions>(api.suggest(q, tag), signal),
    async listMaterials(kind, query) {
      const { ids } = await site();
      const words = new URLSearchParams({ project: ids.projectId });
      writeQueries({ ...emptyQuery, ...query }).forEach((text, index) => words.set(`queries[${index}]`, text));
      const list = await ask<DocumentList>(`${api.documents(ids, collectionOfKind[kind])}?${words}`);
      return { total: list.total, materials: list.documents.map((document) => materialFromDocument(kind, document)) };
    },
    readMaterialText: async (id) => (await import('./material-text-client.ts')).readMaterialText(ask, id),
    async findMaterial(id): Promise<FoundMaterial> {
      try {
        const found = await ask<MaterialAnswer>(api.material(id));
        return { state: 'published', material: materialFromDocument(found.kind, found.document) };
      } catch (error) {
        if (error instanceof LibraryError && error.code === 410) {
          const { place, isHidden } = error.response as WithdrawnMaterialAnswer;
          return isHidden && place ? { state: 'hidden', place } : { state: 'withdrawn', place };
        }
        if (error instanceof LibraryError && (error.code === 404 || error.code === 400)) return { state: 'missing' };
        throw error;
      }
    },
  };
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof LibraryError && error.code === 404) return null;
  throw error;
}
