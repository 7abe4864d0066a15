import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api, contractBase, pages } from './addresses.ts';
import { panelApi } from './panel-addresses.ts';
import { opdsRouteTable } from '#contract/routes/opds-routes.ts';
import { parametersOf, type Method } from './route.ts';
import { listRoutes, type RouteName } from '#contract/routes/routes.ts';

/** Tests that the functions that make links, the table of routes and the files of the pages have the same addresses. */

const ids = { projectId: 'project', databaseId: ':databaseId', bucketId: ':bucketId' };
const bare = (address: string) => decodeURIComponent(address.split('?', 1)[0] ?? '');

/**
 * The routes that each function of `api` and `panelApi` links to, with the function called with the names of that route's parameters.
 */
const linked: Record<keyof typeof api | keyof typeof panelApi, { address: string; routes: RouteName[] }> = {
  documents: { address: api.documents(ids, ':collectionId'), routes: ['listDocuments', 'createDocument'] },
  document: {
    address: api.document(ids, ':collectionId', ':documentId'),
    routes: ['getDocument', 'updateDocument', 'deleteDocument', 'upsertDocument'],
  },
  files: { address: api.files(ids), routes: ['listFiles', 'createFile'] },
  file: { address: api.file(ids, ':fileId'), routes: ['getFile', 'updateFile', 'deleteFile'] },
  fileView: { address: api.fileView(ids, ':fileId'), routes: ['viewFile'] },
  fileDownload: { address: api.fileDownload(ids, ':fileId', 'name'), routes: ['downloadFile'] },
  materialDownload: {
    address: api.materialDownload(ids, { fileId: ':fileId', title: 'Title', fileType: 'application/pdf' }),
    routes: ['downloadFile'],
  },
  filePreview: { address: api.filePreview(ids, ':fileId'), routes: ['previewFile'] },
  fileReading: { address: api.fileReading(ids, ':fileId'), routes: ['previewFile'] },
  fileReadingAsBytes: { address: api.fileReadingAsBytes(ids, ':fileId'), routes: ['previewFile'] },
  filePicture: { address: api.filePicture(ids, ':fileId', 320), routes: ['previewFile'] },
  filePictureForSharing: { address: api.filePictureForSharing(ids, ':fileId').address, routes: ['previewFile'] },
  accountSessions: { address: api.accountSessions(), routes: ['listSessions', 'deleteSessions'] },
  accountSession: {
    address: api.accountSession(':sessionId'),
    routes: ['getSession', 'updateSession', 'deleteSession'],
  },
  account: { address: api.account(), routes: ['getAccount', 'createAccount'] },
  realtime: { address: api.realtime(), routes: ['connectRealtime'] },
  site: { address: api.site(), routes: ['getSite'] },
  contentPage: { address: api.contentPage(':name'), routes: ['getContentPage'] },
  faculties: { address: api.faculties(), routes: ['listFaculties'] },
  faculty: { address: api.faculty(':facultyId'), routes: ['getFaculty'] },
  counts: { address: api.counts('csit'), routes: ['countMaterials'] },
  countsByFaculty: { address: api.countsByFaculty(), routes: ['countMaterialsByFaculty'] },
  countsByYear: { address: api.countsByYear(':facultyId'), routes: ['countMaterialsByYear'] },
  subjectArchive: {
    address: api.subjectArchive({ facultyId: 'csit', semesterId: '1', subject: 'Physics', kind: 'paper' }),
    routes: ['downloadSubject'],
  },
  subjectPlaces: { address: api.subjectPlaces('Physics'), routes: ['listSubjectPlaces'] },
  search: {
    address: api.search({
      q: 'heap',
      kind: [],
      facultyId: [],
      semesterId: [],
      subject: [],
      year: [],
      yearBs: [],
      asTyped: false,
      limit: 10,
      offset: 0,
    }),
    routes: ['search'],
  },
  suggest: { address: api.suggest('heap'), routes: ['suggest'] },
  opds: { address: api.opds('opds'), routes: ['getOpds'] },
  harvest: { address: api.harvest(), routes: ['harvest', 'harvestByForm'] },
  newFeed: { address: api.newFeed(), routes: ['getNewFeed'] },
  facultyFeed: { address: api.facultyFeed(':facultyId'), routes: ['getFacultyFeed'] },
  subjectFeed: { address: api.subjectFeed(':facultyId', ':semesterId', ':subject'), routes: ['getSubjectFeed'] },
  material: { address: api.material(':id'), routes: ['getMaterial'] },
  materialText: { address: api.materialText(':id'), routes: ['getMaterialText'] },
  pageText: { address: api.pageText(':id', ':page'), routes: ['getPageText'] },
  pageTexts: { address: api.pageTexts(':id', 1), routes: ['listPageTexts'] },
  materialReading: { address: panelApi.materialReading(':id'), routes: ['getMaterialReading'] },
  retryMaterialReading: { address: panelApi.retryMaterialReading(':id'), routes: ['retryMaterialReading'] },
  searchState: { address: panelApi.searchState(), routes: ['getSearchState'] },
  retryUnread: { address: panelApi.retryUnread(), routes: ['retryUnread'] },
  unreadMaterials: { address: panelApi.unreadMaterials('failed', 25, 0), routes: ['listUnreadMaterials'] },
  hiddenMaterials: { address: panelApi.hiddenMaterials(), routes: ['listHidden'] },
  hideMaterial: { address: panelApi.hideMaterial(':id'), routes: ['hideMaterial'] },
  showMaterial: { address: panelApi.showMaterial(':id'), routes: ['showMaterial'] },
  inventory: { address: panelApi.inventory(), routes: ['listInventory'] },
  bulkChanges: { address: panelApi.bulkChanges(), routes: ['makeBulkChange'] },
  bulkChangePreview: { address: panelApi.bulkChangePreview(), routes: ['previewBulkChange'] },
  undoBulkChange: { address: panelApi.undoBulkChange(':id'), routes: ['undoBulkChange', 'previewBulkUndo'] },
  undoable: { address: panelApi.undoable({ limit: 20, offset: 40 }), routes: ['listUndoable'] },
  restoreMaterial: { address: panelApi.restoreMaterial(':id'), routes: ['restoreMaterial'] },
  purgeMaterial: { address: panelApi.purgeMaterial(':id'), routes: ['purgeMaterial'] },
  libraryState: { address: panelApi.libraryState(), routes: ['getLibraryState'] },
  trash: { address: panelApi.trash(), routes: ['listTrash'] },
  misplaced: { address: panelApi.misplaced(), routes: ['listMisplaced'] },
  unusedFiles: { address: panelApi.unusedFiles(), routes: ['listUnusedFiles'] },
  photographPdfs: { address: panelApi.photographPdfs(), routes: ['createPhotographPdf'] },
  findPhotographs: { address: panelApi.findPhotographs(), routes: ['findPhotographs'] },
  photographs: { address: panelApi.photographs(':fileId'), routes: ['listPhotographs'] },
  photographPdf: {
    address: panelApi.photographPdf(':fileId'),
    routes: ['getPhotographPdf', 'cancelPhotographPdf'],
  },
  compositions: { address: panelApi.compositions(), routes: ['composePdf'] },
  replacePages: { address: panelApi.replacePages(':id'), routes: ['replacePages'] },
  similarMaterials: { address: panelApi.similarMaterials(), routes: ['listSimilarMaterials'] },
  keepSimilarMaterials: { address: panelApi.keepSimilarMaterials(), routes: ['keepSimilarMaterials'] },
  turnPages: { address: panelApi.turnPages(':fileId'), routes: ['turnPages'] },
  sameMaterials: { address: panelApi.sameMaterials(':fileId'), routes: ['listSameMaterials'] },
  removeSamples: { address: panelApi.removeSamples(), routes: ['removeSamples'] },
  staging: { address: panelApi.staging(), routes: ['stageFiles', 'updateStagedFiles'] },
  stagePhotographs: { address: panelApi.stagePhotographs(), routes: ['stagePhotographs'] },
  stagedFiles: {
    address: panelApi.stagedFiles({ filter: 'open', limit: 100, cursor: 7 }),
    routes: ['listStagedFiles'],
  },
  guessPlace: { address: panelApi.guessPlace(), routes: ['guessPlace'] },
  stagingChanges: { address: panelApi.stagingChanges('start.7', 100), routes: ['listStagingChanges'] },
  discardStaged: { address: panelApi.discardStaged(), routes: ['discardStagedFiles'] },
  publishStaged: { address: panelApi.publishStaged(), routes: ['publishStagedFiles'] },
  publications: { address: panelApi.publications(), routes: ['beginPublication', 'listPublications'] },
  publicationPreview: { address: panelApi.publicationPreview(), routes: ['previewPublication'] },
  undoPublication: { address: panelApi.undoPublication(':id'), routes: ['undoPublication'] },
  previewPublicationUndo: { address: panelApi.previewPublicationUndo(':id', true), routes: ['previewPublicationUndo'] },
};

/** Routes that none of our pages links to: they are for SDKs, programs and readers of the description. */
const unlinked: RouteName[] = [
  'ping',
  'getDescription',
  'getGuide',
  'createSession',
  'updatePassword',
  'incrementDocumentAttribute',
  'decrementDocumentAttribute',
  'listRows',
  'createRow',
  'getRow',
  'updateRow',
  'deleteRow',
  ...(Object.keys(opdsRouteTable) as RouteName[]).filter((name) => name !== 'getOpds'),
  'upsertRow',
  'incrementRowColumn',
  'decrementRowColumn',
];

test('every function of the contract’s addresses makes the path of its routes', () => {
  const paths = new Map(listRoutes().map(({ name, path: route }) => [name, contractBase + route]));
  for (const [name, { address, routes }] of Object.entries(linked))
    for (const route of routes) expect([name, bare(address)]).toEqual([name, paths.get(route)]);
  const known = new Set([...Object.values(linked).flatMap(({ routes }) => routes), ...unlinked]);
  expect([...paths.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test('the query of an address has only parameters that its route reads, and its schema accepts it', () => {
  const routes = new Map(listRoutes().map((route) => [route.name, route]));
  for (const [name, { address, routes: names }] of Object.entries(linked)) {
    const sent = Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''));
    // Read by the router, for every route (server/http/contract-routes.ts).
    delete sent['project'];
    if (Object.keys(sent).length === 0) continue;
    const query = routes.get(names[0] ?? 'ping')?.query;
    expect([name, Object.keys(sent).filter((key) => !(key in (query?.shape ?? {})))]).toEqual([name, []]);
    expect([name, query?.safeParse(sent).success]).toEqual([name, true]);
  }
});

test('the download of a material ends in the extension of its type, regardless of its title', () => {
  const endOf = (title: string, fileType: 'application/pdf' | 'text/html') =>
    decodeURIComponent(api.materialDownload(ids, { fileId: 'a', title, fileType }).replace(/^.*&name=/, ''));
  expect(endOf('TCP/IP & more', 'application/pdf')).toBe('TCP/IP & more.pdf');
  expect(endOf('Saved.PDF', 'application/pdf')).toBe('Saved.PDF');
  expect(endOf('Physics.pdf', 'text/html')).toBe('Physics.pdf.html');
});

test('no two routes have the same method and path', () => {
  const seen = listRoutes().map(({ method, path: route }): [Method, string] => [method, route.replace(/:\w+/g, '*')]);
  const written = seen.map((each) => each.join(' '));
  expect(written.filter((each, index) => written.indexOf(each) !== index)).toEqual([]);
  for (const route of listRoutes())
    expect(new Set(parametersOf(route.path)).size).toBe(parametersOf(route.path).length);
});

test('every page of the addresses has its file in app/routes, and every file there its address', () => {
  const folder = path.join(import.meta.dirname, '..', 'app', 'routes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const paths = files
    .map((file) => file.replaceAll(path.sep, '/').replace(/\.tsx$/, ''))
    // A file whose name begins with a dash is not a page; the root and a shared layout have no separate address.
    .filter((file) => !/(?:^|\/)(?:-|__root$|route$)/.test(file))
    .map((file) => `/${file.replaceAll('.', '/').replace(/(?:^|\/)index$/, '')}`);
  const addresses = Object.entries(pages)
    // Served by the server itself (server/http/html-papers/paper-frame.ts).
    .filter(([name]) => name !== 'paperFrame')
    .map(([, page]: [string, (...parts: string[]) => string]) => page('$1', '$2', '$3'));
  const shape = (address: string) => decodeURIComponent(address).replace(/\$\w+/g, '$');
  expect(addresses.map(shape).toSorted()).toEqual(paths.map(shape).toSorted());
});
