/** Has every address of the product as a function. No other file writes addresses by hand. */

import type { Material } from '#domain/material.ts';
import { defaultLanguage, type Language } from './languages.ts';
import { writeParameters } from './address-parameters.ts';
import type { SearchRequest } from './search.ts';

/** The ids under which the contract serves the one library (settings PROJECT_ID, DATABASE_ID, BUCKET_ID). */
export type ContractIds = { projectId: string; databaseId: string; bucketId: string };

const part = encodeURIComponent;

const ofLanguage = (language: Language = defaultLanguage, sign = '?') =>
  language === defaultLanguage ? '' : `${sign}language=${language}`;

/** Size of the picture in link previews that other services expect. */
export const sharingPicture = { width: 1280, height: 672 } as const;

/**
 * The pages of a subject, one for each kind that has its own list. All have the same parameters (page-parameters.ts).
 */
export const subjectPages = {
  papers: (facultyId: string, semesterId: string, subject: string) =>
    `/faculty/${part(facultyId)}/semester/${part(semesterId)}/subject/${part(subject)}`,
  notes: (facultyId: string, semesterId: string, subject: string) =>
    `/faculty/${part(facultyId)}/notes/semester/${part(semesterId)}/subject/${part(subject)}`,
  revision: (facultyId: string, semesterId: string, subject: string) =>
    `/faculty/${part(facultyId)}/revision/semester/${part(semesterId)}/subject/${part(subject)}`,
};

/** Addresses of the pages for users. */
export const pages = {
  home: () => '/',
  faculty: (facultyId: string) => `/faculty/${part(facultyId)}`,
  semester: (facultyId: string, semesterId: string) => `/faculty/${part(facultyId)}/semester/${part(semesterId)}`,
  ...subjectPages,
  revisionSubjects: (facultyId: string, semesterId: string) =>
    `/faculty/${part(facultyId)}/revision/semester/${part(semesterId)}`,
  material: (id: string) => `/material/${part(id)}`,
  books: () => '/books',
  search: () => '/search',
  /** The offline materials of this device. */
  /** The address stays: it is stored on devices, in bookmarks and in installed service workers. */
  saved: () => '/kept',
  /** The reading history of this browser. */
  reading: () => '/reading',
  discussions: () => '/discussions',
  newDiscussion: () => '/discussions/create',
  discussion: (postId: string) => `/discussions/${part(postId)}`,
  login: () => '/login',
  admin: () => '/admin',
  contributors: () => '/contributors',
  about: () => '/about',
  contact: () => '/contact',
  faq: () => '/faq',
  privacy: () => '/privacy',
  terms: () => '/terms',
  notFound: () => '/not-found',
  /** The page that the service worker responds with for a page that is not on the device. */
  offline: () => '/offline',
  /** The sandboxed frame an HTML paper is shown in, so that its scripts cannot access the site. */
  paperFrame: () => '/paper-frame',
};

/** The licences of the code that browsers receive, written by the build (scripts/collect-licences.mjs). */
export const licences = '/licences.txt';

/** The pictures of pages for shared links: their size, which link previews expect, and their addresses. */
export const sharePicture = {
  width: 1200,
  height: 630,
  prefix: '/share',
  suffix: '.jpg',
  home: '/share/home.jpg',
} as const;

/**
 * Returns the address of the picture for a page, by the page's address. Pages without their own picture have the one of
 * Home.
 */
export function sharePictureAddress(path: string): string {
  return /^\/(?:material|faculty)\//.test(path)
    ? sharePicture.prefix + path.split('?', 1)[0] + sharePicture.suffix
    : sharePicture.home;
}

/** The addresses that robots request first. */
export const robotAddresses = {
  rules: '/robots.txt',
  /**
   * The file that proves to search engines that submissions with this key come from the library (setting INDEXNOW_KEY).
   */
  indexNowKey: (key: string) => `/${key}.txt`,
  /** Lists the parts below. */
  siteMap: '/sitemap.xml',
  /** Parts count from 1. */
  siteMapPart: (list: 'pages' | 'materials', part: number) => `/sitemap/${list}-${part}.xml`,
} as const;

/** The path below which the whole contract is served. */
export const contractBase = '/v1';

/** Addresses of the contract and of our additions to it. */
export const api = {
  documents: (ids: ContractIds, collectionId: string) =>
    `${contractBase}/databases/${part(ids.databaseId)}/collections/${part(collectionId)}/documents`,
  document: (ids: ContractIds, collectionId: string, id: string) => `${api.documents(ids, collectionId)}/${part(id)}`,
  files: (ids: ContractIds) => `${contractBase}/storage/buckets/${part(ids.bucketId)}/files`,
  file: (ids: ContractIds, fileId: string) => `${api.files(ids)}/${part(fileId)}`,
  /** The file itself, shown in the browser. Documents are fetched from their downloadUrl instead, `filePreview`. */
  fileView: (ids: ContractIds, fileId: string) => `${api.file(ids, fileId)}/view?project=${part(ids.projectId)}`,
  /** Saved under `name` if given, else under the file's own name. */
  fileDownload: (ids: ContractIds, fileId: string, name?: string) =>
    `${api.file(ids, fileId)}/download?project=${part(ids.projectId)}${name ? `&name=${part(name)}` : ''}`,
  /**
   * The file, saved under the material's title. The address ends in `.pdf` or `.html`, because some programs recognise
   * a file by it.
   */
  materialDownload(ids: ContractIds, { fileId, title, fileType }: Pick<Material, 'fileId' | 'title' | 'fileType'>) {
    const extension = fileType === 'text/html' ? '.html' : '.pdf';
    return api.fileDownload(ids, fileId, title.toLowerCase().endsWith(extension) ? title : title + extension);
  },
  /** The downloadUrl of a material, which returns the file itself. */
  filePreview: (ids: ContractIds, fileId: string) => `${api.file(ids, fileId)}/preview?project=${part(ids.projectId)}`,
  /** The reading copy, which can show its first page after fewer bytes; the file itself if there is no copy. */
  fileReading: (ids: ContractIds, fileId: string) => `${api.filePreview(ids, fileId)}&copy=reading`,
  /** The same without the type and the name of a PDF, which download managers search for. */
  fileReadingAsBytes: (ids: ContractIds, fileId: string) => `${api.fileReading(ids, fileId)}&as=bytes`,
  /**
   * A picture of the file (or of its first page), `width` CSS pixels wide, rounded up to 160, 320, 640, 1280 or 2560.
   */
  filePicture: (ids: ContractIds, fileId: string, width: number) =>
    `${api.filePreview(ids, fileId)}&width=${width}&output=auto`,
  /** The top of that picture in the shape of link previews; smaller if the image is smaller. */
  filePictureForSharing: (ids: ContractIds, fileId: string) => ({
    address: `${api.filePreview(ids, fileId)}&width=${sharingPicture.width}&height=${sharingPicture.height}&output=jpg`,
    ...sharingPicture,
  }),
  accountSessions: () => `${contractBase}/account/sessions`,
  accountSession: (sessionId: string) => `${api.accountSessions()}/${part(sessionId)}`,
  account: () => `${contractBase}/account`,
  /** A websocket. */
  realtime: () => `${contractBase}/realtime`,
  /** Our additions. */
  site: (language?: Language) => `${contractBase}/site${ofLanguage(language)}`,
  contentPage: (name: string, language?: Language) => `${contractBase}/site/pages/${part(name)}${ofLanguage(language)}`,
  faculties: (language?: Language) => `${contractBase}/catalogue/faculties${ofLanguage(language)}`,
  faculty: (facultyId: string, language?: Language) =>
    `${contractBase}/catalogue/faculties/${part(facultyId)}${ofLanguage(language)}`,
  counts: (facultyId: string) => `${contractBase}/materials/counts?facultyId=${part(facultyId)}`,
  countsByFaculty: () => `${contractBase}/materials/counts/faculties`,
  /** Numbers of materials of a faculty's subjects, question papers by year. */
  countsByYear: (facultyId: string) => `${contractBase}/catalogue/faculties/${part(facultyId)}/counts`,
  subjectPlaces: (name: string, language?: Language) =>
    `${contractBase}/catalogue/subjects?name=${part(name)}${ofLanguage(language, '&')}`,
  search: (request: SearchRequest, language?: Language) =>
    `${contractBase}/search${writeParameters({ ...request, language: language === defaultLanguage ? undefined : language })}`,
  suggest: (q: string, language?: Language) =>
    `${contractBase}/search/suggest?q=${part(q)}${ofLanguage(language, '&')}`,
  /** The catalogue for e-readers, in OPDS 1.2 or 2.0. Its feeds link to each other. */
  opds: (version: 'opds' | 'opds2') => `${contractBase}/${version}`,
  /** OAI-PMH, for libraries that harvest records. */
  harvest: () => `${contractBase}/oai`,
  /** Atom feeds of new materials: in the library, in a faculty, in a subject (by its slug). */
  newFeed: () => `${contractBase}/feeds/new`,
  facultyFeed: (facultyId: string) => `${contractBase}/feeds/faculties/${part(facultyId)}`,
  subjectFeed: (facultyId: string, semesterId: string, subject: string) =>
    `${api.facultyFeed(facultyId)}/semesters/${part(semesterId)}/subjects/${part(subject)}`,
  material: (id: string) => `${contractBase}/materials/${part(id)}`,
  /** The list of pages that have text, and of those whose text was recognised. */
  materialText: (id: string) => `${contractBase}/materials/${part(id)}/text`,
  /** The text of a page; pages count from 1. */
  pageText: (id: string, page: number | string) =>
    `${contractBase}/materials/${part(id)}/pages/${part(String(page))}/text`,
  /** The texts of the pages, some at a time. */
  pageTexts: (id: string, from: number) => `${contractBase}/materials/${part(id)}/pages?from=${from}`,
  /** The materials of a subject as one archive. */
  subjectArchive: (of: { facultyId: string; semesterId: string; subject: string; kind: string }) =>
    `${contractBase}/materials/archive${writeParameters(of)}`,
};
