import { tag } from '#messages/language.ts';
import type { MaterialAnswer, MaterialTextAnswer, PageTextsAnswer } from '#contract/schemas/answer-types.ts';
import { api, subjectPages, type ContractIds } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import { findTerm, type Faculty } from '#domain/catalogue.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { downloadFile } from './download-file.ts';
import { fetchAsGuest, MaterialGone, watchSilence } from './fetch-as-guest.ts';
import { groupOfOne } from './save-group.ts';
import { openSavedDatabase, type SavedFile } from './saved-database.ts';
import { changeSaved, dropOldFile } from './saved-records.ts';
import { localAddress } from '#app/features/layout/local-address.ts';

/** Returns the state of a file before it is fetched. */
export function newFile({ fileId, fileSize }: Pick<Material, 'fileId' | 'fileSize'>): SavedFile {
  return { fileId, size: fileSize, held: 0, etag: null, headers: [] };
}

/**
 * Fetches the missing parts of an offline material: its record, its file, the text of its pages, and the responses that
 * its pages on this site need. The material counts as offline when all of these are stored. Throws the errors of
 * `fetchAsGuest` and of the database.
 */
export async function saveMaterial(id: string, signal: AbortSignal): Promise<void> {
  const found = await readJson<MaterialAnswer>(api.material(id), signal);
  const material = materialFromDocument(found.kind, found.document);
  await changeSaved(id, (record) => {
    record.document = found.document;
    record.isWaiting = false;
    if (record.coming?.fileId === material.fileId) return;
    record.coming = newFile(material);
    // The total of one material is its size; that of several stays as it was shown first.
    if (record.group?.count === 1) record.group = groupOfOne(material);
  });
  const site = await readJson<Site & { ids: ContractIds }>(api.site(tag), signal);
  await downloadFile(id, api.filePreview(site.ids, material.fileId), signal);
  const text = await saveTexts(id, signal);
  const answers = await saveAnswers(material, site.ids, signal);
  await storeReaderCode();
  let old: SavedFile | null = null;
  await changeSaved(id, (record) => {
    old = record.file?.fileId === material.fileId ? null : record.file;
    Object.assign(record, { file: record.coming, coming: null, problem: null, isWaiting: false });
    Object.assign(record, { text, answers, checkedAt: Date.now() });
  });
  await dropOldFile(id, old);
}

/** Fetches JSON as a guest. */
export async function readJson<Answer>(address: string, outer: AbortSignal): Promise<Answer> {
  const { signal, end } = watchSilence(outer);
  try {
    return (await (await fetchAsGuest(address, signal, { accept: 'application/json' })).json()) as Answer;
  } finally {
    end();
  }
}

/** Stores the text of the pages and returns it; null if there is none yet. */
async function saveTexts(id: string, signal: AbortSignal): Promise<MaterialTextAnswer | null> {
  try {
    const text = await readJson<MaterialTextAnswer>(api.materialText(id), signal);
    const database = await openSavedDatabase();
    for (let next: number | null = 1; next !== null;) {
      const answer: PageTextsAnswer = await readJson(api.pageTexts(id, next), signal);
      const transaction = database.transaction('pages', 'readwrite');
      for (const page of answer.pages) void transaction.store.put({ ...page, id }).catch(() => {});
      await transaction.done;
      next = answer.next;
    }
    return text;
  } catch (error) {
    if (error instanceof MaterialGone) return null;
    throw error;
  }
}

/** Stores the responses that the material's pages on this site need besides the file. Returns their addresses. */
async function saveAnswers(material: Material, ids: ContractIds, signal: AbortSignal): Promise<string[]> {
  const { facultyId, fileId, coverFileId } = material;
  const pictures = hasPicture(material)
    ? [...new Set([fileId, coverFileId ?? fileId])].flatMap((picture) => [
        api.filePicture(ids, picture, 320),
        api.filePicture(ids, picture, 640),
      ])
    : [];
  const subjectPage = await findSubjectPage(material, signal);
  const wanted = [
    api.site(tag),
    api.faculties(tag),
    api.faculty(facultyId, tag),
    api.counts(facultyId),
    ...(subjectPage === null ? [] : [subjectPage]),
    ...pictures,
  ];
  const saved: string[] = [];
  for (const address of wanted) {
    if (await saveAnswer(address, signal)) saved.push(address);
  }
  return saved;
}

/** Age after which responses that many materials need are fetched again. */
const freshMs = 10 * 60_000;

async function saveAnswer(path: string, outer: AbortSignal): Promise<boolean> {
  const database = await openSavedDatabase();
  const before = await database.get('answers', path);
  if (before && Date.now() - Number(new Headers(before.headers).get('x-saved-at')) < freshMs) return true;
  const { signal, end } = watchSilence(outer);
  try {
    const response = await fetchAsGuest(path, signal, {
      accept: path.startsWith('/v1/') && !path.includes('/preview') ? 'application/json' : 'image/webp,*/*',
    });
    const headers: [string, string][] = [...response.headers].filter(
      ([name]) => !/^content-(?:encoding|length)$/.test(name),
    );
    const body = await response.arrayBuffer();
    await database.put('answers', { address: path, body, headers: [...headers, ['x-saved-at', String(Date.now())]] });
    return true;
  } catch (error) {
    // Pictures and lists that are not available are left out; a lost connection ends the download.
    if (error instanceof MaterialGone) return false;
    throw error;
  } finally {
    end();
  }
}

/**
 * Returns the page of the subject that lists the material; null for books, and for subjects that are no longer in the
 * catalogue.
 */
async function findSubjectPage(material: Material, signal: AbortSignal): Promise<string | null> {
  const { kind, facultyId, semesterId } = material;
  if (kind === 'book') return null;
  try {
    const faculty = await readJson<Faculty>(api.faculty(facultyId, tag), signal);
    const subject = findTerm(faculty, semesterId)?.subjects.find(({ name }) => name === material.subject);
    if (!subject) return null;
    const page = { paper: subjectPages.papers, note: subjectPages.notes, revision: subjectPages.revision }[kind];
    return localAddress(page(facultyId, semesterId, subject.slug));
  } catch (error) {
    if (error instanceof MaterialGone) return null;
    throw error;
  }
}

/** Makes the service worker store the code of the reader, which is otherwise stored when the reader is first opened. */
async function storeReaderCode(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  await new Promise<void>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
      port1.close();
      if (data) resolve();
      else reject(new TypeError('the code of the reader could not be stored'));
    });
    port1.start();
    active.postMessage({ type: 'keeping' }, [port2]);
  });
}
