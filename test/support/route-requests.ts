import { listRoutes, type RouteName } from '#contract/routes/routes.ts';
import { parametersOf, takesJson, type Route } from '#contract/route.ts';
import { smallPdf } from './contract-caller.ts';
import { administrator } from './server.ts';
import { noteData } from './three-callers.ts';

/** Values of path parameters in the library of three-callers.ts. */
const parameters: Record<string, string> = {
  databaseId: 'library',
  collectionId: 'notes',
  tableId: 'notes',
  documentId: 'n1',
  rowId: 'n1',
  bucketId: 'files',
  fileId: 'f1',
  sessionId: 'current',
  id: 'n1',
  attribute: 'year',
  name: 'about',
  facultyId: 'csit',
  semesterId: '1',
  subject: 'physics',
  kind: 'note',
  page: '1',
};

/** Routes in which these parameters have another meaning. */
const places: Partial<Record<RouteName, Record<string, string>>> = {
  restoreMaterial: { id: 'gone' },
  purgeMaterial: { id: 'gone2' },
  deleteDocument: { documentId: 'n2' },
  deleteRow: { rowId: 'n3' },
  deleteFile: { fileId: 'f2' },
  undoBulkChange: { id: 'made' },
  previewBulkUndo: { id: 'made' },
  undoPublication: { id: 'published' },
  previewPublicationUndo: { id: 'published' },
  getPhotographPdf: { fileId: 'photographed' },
  cancelPhotographPdf: { fileId: 'photographed' },
};

const queries: Partial<Record<RouteName, string>> = {
  listSubjectPlaces: '?name=Physics',
  downloadSubject: '?facultyId=csit&semesterId=1&subject=Physics&kind=note',
  listStagingChanges: '?since=start.0',
};

const bodies: Partial<Record<RouteName, object>> = {
  createAccount: { userId: 'unique()', email: 'new@library.test', password: 'long enough' },
  createSession: administrator,
  updatePassword: { password: administrator.password, oldPassword: administrator.password },
  createDocument: { documentId: 'unique()', data: noteData },
  createRow: { rowId: 'unique()', data: noteData },
  updateDocument: { data: { title: 'Changed' } },
  updateRow: { data: { title: 'Changed' } },
  upsertDocument: { data: { title: 'Changed' } },
  upsertRow: { data: { title: 'Changed' } },
  updateFile: { name: 'changed.pdf' },
  hideMaterial: { reason: 'Under review' },
  previewBulkChange: { ids: ['n1'], change: { action: 'edit', year: 2024 } },
  makeBulkChange: { ids: ['n1'], change: { action: 'edit', year: 2024 } },
  stageFiles: { files: [{ path: 'CSIT/OS 2079.pdf', size: 100, digest: 'a'.repeat(64) }] },
  stagePhotographs: { pdfs: [{ path: 'CSIT/OS 2078.pdf', photographs: [{ digest: 'b'.repeat(64), size: 100 }] }] },
  findPhotographs: { digests: ['b'.repeat(64)] },
  turnPages: { turned: [{ first: 1, last: 1, degrees: 90 }] },
  guessPlace: { path: 'a.pdf' },
  updateStagedFiles: { ids: ['s1'], manual: { kind: 'paper' } },
  discardStagedFiles: { ids: ['s1'] },
  publishStagedFiles: { ids: ['s1'] },
  previewPublication: { ids: ['s1'] },
  beginPublication: { ids: ['s1'] },
  createPhotographPdf: { fileId: 'photographed', name: 'a.pdf', photographs: [{ fileId: 'photo', keepsWhole: true }] },
  composePdf: { fileId: 'composed', name: 'a.pdf', pages: [{ fileId: 'f1', page: 1, turn: 90 }] },
  replacePages: { changeId: 'replaced', fileId: 'f1' },
  keepSimilarMaterials: { firstId: 'n1', secondId: 'gone' },
};

export type RouteRequest = {
  route: Route & { name: RouteName };
  method: string;
  /** Below `/v1`. */
  path: string;
  options: { json?: unknown; body?: FormData };
};

/**
 * Returns a valid request for every route of the table except the websocket, so that a refusal must be because of the
 * caller. A new route that needs more than this fails the tests that use it.
 */
export function listRouteRequests(): RouteRequest[] {
  return listRoutes()
    .filter(({ name }) => name !== 'connectRealtime')
    .map((route) => {
      const path = parametersOf(route.path).reduce((address, name) => {
        const value = places[route.name]?.[name] ?? parameters[name];
        if (value === undefined) throw new Error(`${route.name}: say in route-requests.ts what stands for :${name}`);
        return address.replace(`:${name}`, value);
      }, route.path);
      const options: RouteRequest['options'] = {};
      if (route.takesForm) options.body = uploadForm();
      else if (takesJson(route)) options.json = bodies[route.name] ?? {};
      return { route, method: route.method, path: path + (queries[route.name] ?? ''), options };
    });
}

function uploadForm(): FormData {
  const form = new FormData();
  form.set('fileId', 'unique()');
  form.set('file', new Blob([smallPdf]), 'c.pdf');
  return form;
}
