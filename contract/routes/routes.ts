import { z } from 'zod';
import { materialKinds } from '#domain/material.ts';
import { documentRoutes } from './document-routes.ts';
import { feedRoutes, harvestRoutes } from './feed-routes.ts';
import { inventoryRoutes, hidingRoutes } from './inventory-routes.ts';
import { opdsRouteTable } from './opds-routes.ts';
import type { ProblemType } from '#contract/problems.ts';
import { compositionRoutes } from './composition-routes.ts';
import { photographRoutes } from './photograph-routes.ts';
import { route, type Route } from '#contract/route.ts';
import { searchRoutes } from './search-routes.ts';
import { stagingRoutes } from './staging-routes.ts';
import * as accounts from '#contract/schemas/account-schemas.ts';
import * as additions from '#contract/schemas/addition-schemas.ts';
import * as documents from '#contract/schemas/document-schemas.ts';
import * as files from '#contract/schemas/file-schemas.ts';
import { identifier } from '#contract/schemas/value-schemas.ts';

/**
 * The table of everything served below `/v1`, except the messages of realtime's websocket: for each route its callers,
 * input, responses and errors. The router, the checks of requests, `/v1/openapi.json` and the tests are generated from
 * it (server/http/contract-routes.ts, server/http/description/). Order matters where a parameter would match a fixed
 * word.
 */

const inCollections = documentRoutes('documents');
const inTables = documentRoutes('rows');

const allFiles = '/storage/buckets/:bucketId/files';
const oneFile = `${allFiles}/:fileId`;
const missingFile: ProblemType[] = ['storage_bucket_not_found', 'storage_file_not_found'];

const byteTags = {
  ETag: 'A strong tag made from the bytes.',
  'Last-Modified': 'When the bytes were stored.',
  'Accept-Ranges': '`bytes`.',
};
const elsewhere = {
  307: {
    description:
      'The whole file is at the address in `Location`, for five minutes. Only if the operator has enabled it, and not for ranges.',
    headers: { Location: 'The address in the object store.' },
  },
};
const byteAnswers = (description: string, media: readonly string[], tags: Record<string, string> = byteTags) => ({
  200: { description, media, headers: { ...tags, 'Content-Disposition': 'The name to save the file under.' } },
  206: {
    description: 'The range requested with `Range`.',
    media,
    headers: { ...tags, 'Content-Range': 'The range of these bytes, as `bytes 0-99/1234`.' },
  },
  304: { description: 'Not modified: `If-None-Match` contains the current `ETag`.', headers: tags },
});
/** The bytes of an archive change under its address, so only the tag identifies them. */
const archiveTags = { ETag: byteTags.ETag, 'Accept-Ranges': byteTags['Accept-Ranges'] };
const byteProblems: ProblemType[] = [...missingFile, 'storage_invalid_range'];
const pictureProblems: ProblemType[] = ['storage_bucket_transformations_disabled', 'general_service_unavailable'];
const anyBytes = ['application/octet-stream'];
const shownBytes = ['application/pdf', 'application/octet-stream', 'image/*', 'text/plain', 'text/html'];
const byteHeaders = {
  Range: 'One range of bytes. Several ranges, or another unit, return the whole file.',
  'If-Range': 'The range applies only if the bytes still match this `ETag` or `Last-Modified`.',
  'If-None-Match': 'The response is 304 if it contains the `ETag` of the bytes.',
};

const rateHeaders = {
  'X-RateLimit-Limit': 'Number of attempts allowed per hour.',
  'X-RateLimit-Remaining': 'Number of attempts left.',
  'X-RateLimit-Reset': 'When all attempts are available again, in seconds since 1970.',
};
const sessionCookie =
  'The session, as `a_session_{projectId}`, with `__Host-` before it where the library has an https address.';

const oneSession = '/account/sessions/:sessionId';
const ours = { project: 'unnamed' } as const;
const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

export const routes = {
  ping: route('GET', '/ping', {
    topic: 'This API',
    summary: 'Ping',
    answers: { 200: { description: '`Pong!`', media: ['text/plain'] } },
  }),
  connectRealtime: route('GET', '/realtime', {
    ...ours,
    showsMoreToMembers: true,
    topic: 'This API',
    summary: 'Listen for changes',
    description:
      'A websocket that reports every change the caller may read, in the three protocols of the official clients. An upsert is reported as `create` or `update`. For files, callers other than administrators receive only `update` events, and only if a material published for everyone uses the file.',
    answers: { 101: { description: 'The connection is now a websocket.' } },
    problems: ['general_bad_request'],
  }),
  getDescription: route('GET', '/openapi.json', {
    ...ours,
    topic: 'This API',
    summary: 'This description',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', json: z.looseObject({ openapi: z.string() }) } },
  }),
  getGuide: route('GET', '/docs', {
    ...ours,
    topic: 'This API',
    summary: 'The guide and this description as a web page',
    answers: { 200: { description: 'A page.', media: ['text/html'] } },
  }),

  createAccount: route('POST', '/account', {
    topic: 'Account',
    summary: 'Sign up',
    description: 'Only if the operator allows it. The account is not an administrator, and no session is created.',
    body: accounts.newAccount,
    answers: { 201: { description: 'The account.', json: accounts.account, headers: rateHeaders } },
    problems: ['user_already_exists', 'user_auth_method_unsupported', 'general_rate_limit_exceeded'],
  }),
  getAccount: route('GET', '/account', {
    topic: 'Account',
    summary: 'Get the signed-in account',
    who: 'signed-in',
    answers: { 200: { description: 'The account.', json: accounts.account } },
  }),
  updatePassword: route('PATCH', '/account/password', {
    topic: 'Account',
    summary: 'Set a new password',
    description:
      'All other sessions of the account end. A wrong old password counts as an attempt to sign in. Administrators cannot choose a password that strangers try first.',
    who: 'signed-in',
    body: accounts.newPassword,
    answers: { 200: { description: 'The account.', json: accounts.account, headers: rateHeaders } },
    problems: ['user_invalid_credentials', 'general_rate_limit_exceeded'],
  }),
  createSession: route('POST', '/account/sessions/email', {
    topic: 'Account',
    summary: 'Sign in',
    description:
      'Sets a cookie that expires when the browser closes, after 12 hours without use, or after 7 days. Ten attempts an hour for an email address and a network; the wait doubles for those who use them up again and again. A second cookie lets a browser that has signed in before be recognised: it has attempts of its own.',
    who: 'guest',
    body: accounts.newSession,
    answers: {
      201: {
        description: 'The session.',
        json: accounts.session,
        headers: { ...rateHeaders, 'Set-Cookie': `${sessionCookie} The browser, as \`a_browser_{projectId}\`.` },
      },
    },
    problems: ['user_invalid_credentials', 'user_blocked', 'general_rate_limit_exceeded'],
  }),
  listSessions: route('GET', '/account/sessions', {
    topic: 'Account',
    summary: 'List sessions',
    who: 'signed-in',
    answers: { 200: { description: 'The account’s own active sessions.', json: accounts.sessionList } },
  }),
  deleteSessions: route('DELETE', '/account/sessions', {
    topic: 'Account',
    summary: 'Sign out everywhere',
    who: 'signed-in',
    answers: { 204: { description: 'All sessions of the account have ended.' } },
  }),
  getSession: route('GET', oneSession, {
    topic: 'Account',
    summary: 'Get a session',
    description: '`current` is the session of this request.',
    who: 'signed-in',
    answers: { 200: { description: 'The session.', json: accounts.session } },
    problems: ['user_session_not_found'],
  }),
  updateSession: route('PATCH', oneSession, {
    topic: 'Account',
    summary: 'Keep a session for 30 days',
    description: 'Its cookie is then kept after the browser closes. Every session ends 90 days after signing in.',
    who: 'signed-in',
    answers: {
      200: { description: 'The session.', json: accounts.session, sometimes: { 'Set-Cookie': sessionCookie } },
    },
    problems: ['user_session_not_found'],
  }),
  deleteSession: route('DELETE', oneSession, {
    topic: 'Account',
    summary: 'Sign out',
    who: 'signed-in',
    answers: { 204: { description: 'The session has ended.' } },
    problems: ['user_session_not_found'],
  }),

  listDocuments: inCollections.list,
  createDocument: inCollections.create,
  getDocument: inCollections.get,
  updateDocument: inCollections.update,
  deleteDocument: inCollections.remove,
  upsertDocument: inCollections.upsert,
  incrementDocumentAttribute: inCollections.increment,
  decrementDocumentAttribute: inCollections.decrement,

  listRows: inTables.list,
  createRow: inTables.create,
  getRow: inTables.get,
  updateRow: inTables.update,
  deleteRow: inTables.remove,
  upsertRow: inTables.upsert,
  incrementRowColumn: inTables.increment,
  decrementRowColumn: inTables.decrement,

  listFiles: route('GET', allFiles, {
    topic: 'Files',
    summary: 'List files',
    description:
      'Finished files. Guests cannot list files, not even those they may read. Filters: `name`, `folder`, `signature`, `mimeType`, `sizeOriginal`, `chunksTotal`, `chunksUploaded` and the built-in keys.',
    who: 'administrator',
    query: files.listFilesQuery,
    answers: { 200: { description: 'The files that match.', json: files.fileList } },
    problems: [
      'storage_bucket_not_found',
      'general_query_invalid',
      'general_cursor_not_found',
      'database_query_order_null',
    ],
  }),
  createFile: route('POST', allFiles, {
    topic: 'Files',
    summary: 'Upload a file, or a chunk of one',
    description:
      'Up to 5 MiB in one request. Larger files come in chunks of exactly 5 MiB, each its own request with `Content-Range`, all but the first with `X-Appwrite-ID`; after the first, chunks may be sent in parallel and in any order. An id is used once: that of a deleted file stays taken.',
    who: 'administrator',
    body: files.uploadFields,
    takesForm: true,
    headers: {
      'Content-Range': 'For a chunk: `bytes first-last/total`, both ends inclusive, starting at a multiple of 5 MiB.',
      'X-Appwrite-ID': 'For every chunk except the first: the `$id` from the first response.',
    },
    answers: {
      200: { description: 'The file was already complete.', json: files.file },
      201: { description: 'The file as uploaded so far.', json: files.file },
    },
    problems: [
      ...missingFile,
      'general_argument_invalid',
      'general_bad_request',
      'storage_file_already_exists',
      'storage_file_empty',
      'storage_file_type_unsupported',
      'storage_invalid_appwrite_id',
      'storage_invalid_content_range',
      'storage_invalid_file',
      'storage_invalid_file_size',
    ],
  }),
  getFile: route('GET', oneFile, {
    topic: 'Files',
    showsMoreToMembers: true,
    summary: 'Get a file’s record',
    description: 'A file that is still being uploaded is shown only to administrators.',
    answers: { 200: { description: 'The file.', json: files.file } },
    problems: missingFile,
  }),
  updateFile: route('PUT', oneFile, {
    topic: 'Files',
    summary: 'Rename a file, or set its permissions',
    who: 'administrator',
    body: files.changedFile,
    answers: { 200: { description: 'The updated file.', json: files.file } },
    problems: missingFile,
  }),
  deleteFile: route('DELETE', oneFile, {
    topic: 'Files',
    summary: 'Delete a file',
    description: 'Refused while a material uses it, even one in the trash. Cancels an upload in progress.',
    who: 'administrator',
    answers: { 204: { description: 'The file was deleted.' } },
    problems: [...missingFile, 'general_resource_locked'],
  }),
  downloadFile: route('GET', `${oneFile}/download`, {
    ...ours,
    topic: 'Files',
    showsMoreToMembers: true,
    summary: 'Download a file',
    description:
      'Ranges (RFC 9110), `If-None-Match`, `If-Modified-Since` and `If-Range` are supported, and so is HEAD.',
    query: files.downloadQuery,
    headers: byteHeaders,
    answers: { ...byteAnswers('The bytes, as an attachment.', anyBytes), ...elsewhere },
    problems: [...byteProblems, ...pictureProblems],
  }),
  viewFile: route('GET', `${oneFile}/view`, {
    ...ours,
    topic: 'Files',
    showsMoreToMembers: true,
    summary: 'View a file',
    description:
      'Like download, but shown in the browser instead of saved. HTML is sent as plain text, except to a browser that opens the address in a tab (`Sec-Fetch-Mode: navigate`, `Sec-Fetch-Dest: document`): it gets a page in which no scripts run. With `copy=reading`, a PDF that has a reading copy is sent as that copy, which has its own `ETag`. While the copy is still being made, the file itself is sent, with `Cache-Control: private, no-cache` and its own address in `Content-Location`.',
    query: files.viewQuery,
    headers: byteHeaders,
    answers: { ...byteAnswers('The bytes.', shownBytes), ...elsewhere },
    problems: [...byteProblems, ...pictureProblems],
  }),
  previewFile: route('GET', `${oneFile}/preview`, {
    ...ours,
    topic: 'Files',
    showsMoreToMembers: true,
    summary: 'Preview a file',
    description:
      'Without parameters, the same as view. With `width`, `height`, `page` or `output`, a picture of that page or image. Widths snap to 160, 320, 640, 1280 or 2560. A `height` matters only with a `width` in the shape of link previews (1280 × 672): then the picture is cropped to that shape from the top. Images are not enlarged. `copy=reading` and `Link` are as in view.',
    query: files.previewQuery,
    headers: byteHeaders,
    answers: {
      ...byteAnswers('The bytes, or a picture.', shownBytes),
      ...elsewhere,
    },
    problems: [...byteProblems, ...pictureProblems],
  }),

  getSite: route('GET', '/site', {
    ...ours,
    topic: 'Library',
    summary: 'The site’s texts and settings',
    query: additions.languageQuery,
    answers: { 200: { description: 'The settings every page uses.', json: additions.site } },
  }),
  getContentPage: route('GET', '/site/pages/:name', {
    ...ours,
    topic: 'Library',
    summary: 'An informational page',
    query: additions.languageQuery,
    answers: { 200: { description: 'The page.', json: additions.contentPage } },
    problems: ['document_not_found'],
  }),
  listFaculties: route('GET', '/catalogue/faculties', {
    ...ours,
    topic: 'Library',
    summary: 'List faculties',
    query: additions.languageQuery,
    answers: { 200: { description: 'Every faculty with its terms.', json: additions.facultyList } },
  }),
  getFaculty: route('GET', '/catalogue/faculties/:facultyId', {
    ...ours,
    topic: 'Library',
    summary: 'A faculty with its terms and subjects',
    query: additions.languageQuery,
    answers: { 200: { description: 'The faculty.', json: additions.faculty } },
    problems: ['document_not_found'],
  }),
  listSubjectPlaces: route('GET', '/catalogue/subjects', {
    ...ours,
    topic: 'Library',
    summary: 'Find where a subject has materials',
    description:
      'Every faculty and term with a subject of this name (case is ignored) in which the caller may read at least one material. Empty subjects are left out.',
    query: additions.subjectPlacesQuery,
    answers: { 200: { description: 'In the order of the catalogue.', json: additions.subjectPlaces } },
  }),
  downloadSubject: route('GET', '/materials/archive', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Download the materials of a subject as one ZIP archive',
    description:
      'All materials of a kind that the caller may read, by year, newest first. The archive is made while it is sent, and has the same bytes as long as the materials are the same. A range is sent only if `If-Range` has the `ETag` of the first response; any other request gets the whole archive, so that no download has parts of two versions. Files whose bytes are missing are named in a text file within it. At most 2,000 files.',
    query: additions.archiveQuery,
    headers: { ...byteHeaders, 'If-Range': 'Required for a range: the `ETag` of the first response.' },
    answers: byteAnswers('The archive, as an attachment.', ['application/zip'], archiveTags),
    problems: ['document_not_found', 'storage_invalid_range', 'general_service_unavailable'],
  }),
  countMaterials: route('GET', '/materials/counts', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'Count materials by faculty, term and subject',
    description:
      'In total and for every subject that has materials, so the size of the response grows with the number of subjects. For totals by faculty only, use `/materials/counts/faculties`.',
    query: additions.countsQuery,
    answers: { 200: { description: 'Counts of materials that the caller may read.', json: additions.counts } },
  }),
  countMaterialsByFaculty: route('GET', '/materials/counts/faculties', {
    ...ours,
    topic: 'Library',
    summary: 'Count materials by faculty',
    description:
      'In total and for every faculty that has materials. The size of the response does not grow with the number of materials or subjects.',
    answers: { 200: { description: 'Counts of materials that the caller may read.', json: additions.shelfTotals } },
  }),
  countMaterialsByYear: route('GET', '/catalogue/faculties/:facultyId/counts', {
    ...oursToManage,
    summary: 'Count the materials of a faculty’s subjects, question papers by year',
    description:
      'Question papers, study notes and revision materials. Hidden materials are included and flagged. The size of the response grows with subjects and years, not with materials.',
    answers: { 200: { description: 'Only counts above zero.', json: additions.yearCounts } },
    problems: ['document_not_found'],
  }),
  listTrash: route('GET', '/materials/trash', {
    ...oursToManage,
    summary: 'List the trash',
    query: additions.trashQuery,
    answers: { 200: { description: 'Most recently deleted first.', json: additions.trash } },
  }),
  listMisplaced: route('GET', '/materials/misplaced', {
    ...oursToManage,
    summary: 'List materials whose subject the catalogue no longer has',
    query: additions.pageQuery,
    answers: { 200: { description: 'Documents of all collections.', json: additions.misplaced } },
  }),
  listUnusedFiles: route('GET', '/materials/unused-files', {
    ...oursToManage,
    summary: 'List files no material uses',
    query: additions.pageQuery,
    answers: { 200: { description: 'Newest first.', json: additions.unusedFiles } },
  }),
  listSimilarMaterials: route('GET', '/materials/similar', {
    ...oursToManage,
    summary: 'List pairs of materials whose texts are nearly the same',
    description:
      'Found soon after the pages of a file were read. Dismissed pairs, and those with a material that is not published, are left out.',
    answers: {
      200: { description: 'At most 50, the most similar first.', json: additions.similarMaterials },
    },
  }),
  listSameMaterials: route('GET', '/files/:fileId/same', {
    ...oursToManage,
    summary: 'List materials whose file has the same bytes as this one',
    answers: {
      200: {
        description:
          'Those that use another file, also hidden ones and those in the trash, at most 100, oldest first; and staged files.',
        json: additions.sameMaterials,
      },
    },
    problems: ['storage_file_not_found'],
  }),
  ...hidingRoutes,
  ...inventoryRoutes,
  getMaterial: route('GET', '/materials/:id', {
    ...ours,
    topic: 'Library',
    showsMoreToMembers: true,
    summary: 'A material by its id alone',
    answers: {
      200: { description: 'The material.', json: additions.material },
      410: {
        description:
          'It was deleted or hidden: `document_not_found`. While it is hidden or in the trash, `place` has its subject.',
        json: additions.withdrawnMaterial,
      },
    },
    problems: ['document_not_found'],
  }),
  ...searchRoutes,
  ...feedRoutes,
  ...harvestRoutes,
  ...opdsRouteTable,
  ...stagingRoutes,
  ...photographRoutes,
  ...compositionRoutes,
  restoreMaterial: route('POST', '/materials/:id/restore', {
    ...oursToManage,
    summary: 'Bring a material back from the trash',
    answers: { 200: { description: 'The document.', json: documents.document } },
    problems: ['document_not_found'],
  }),
  keepSimilarMaterials: route('POST', '/materials/similar/keep', {
    ...oursToManage,
    summary: 'Keep both materials of a pair',
    description: 'The pair is no longer listed, as long as both have the same files.',
    body: additions.keptPair,
    answers: { 204: { description: 'The pair is dismissed.' } },
    problems: ['document_not_found'],
  }),
  purgeMaterial: route('POST', '/materials/:id/purge', {
    ...oursToManage,
    summary: 'Permanently delete a material in the trash',
    answers: { 204: { description: 'The record and its bytes were deleted.' } },
    problems: ['document_not_found'],
  }),
  getLibraryState: route('GET', '/library-state', {
    ...oursToManage,
    summary: 'Get the state of the library: contents, disk, errors, requests',
    answers: { 200: { description: 'The state at this moment.', json: additions.libraryState } },
  }),
  removeSamples: route('POST', '/samples/remove', {
    ...oursToManage,
    summary: 'Permanently delete the sample materials',
    answers: { 200: { description: 'The number of deleted materials.', json: additions.removedSamples } },
  }),
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The form of path parameters; ids of the catalogue and names of pages are simply looked up. */
export const pathParameters: Readonly<Record<string, z.ZodType<string>>> = {
  databaseId: identifier,
  collectionId: identifier,
  tableId: identifier,
  documentId: identifier,
  rowId: identifier,
  bucketId: identifier,
  fileId: identifier,
  sessionId: identifier,
  id: identifier,
  attribute: z.string(),
  name: z.string(),
  facultyId: z.string(),
  semesterId: z.string(),
  subject: z.string(),
  kind: z.enum(materialKinds, `must be one of ${materialKinds.join(', ')}.`),
  page: z.string('must be a whole number from 1.').regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1.'),
};

/** Returns the table as a list, in its order. */
export function listRoutes(): (Route & { name: RouteName })[] {
  return Object.entries(routes).map(([name, each]) => ({ ...(each as unknown as Route), name: name as RouteName }));
}
