import type { ProblemType } from '#contract/problems.ts';
import { route } from '#contract/route.ts';
import * as documents from '#contract/schemas/document-schemas.ts';
import { unchangedSinceHeader } from '#contract/appwrite/unchanged-since.ts';

/** Returns the routes of materials in one of Appwrite's two APIs, which differ only in terms and paths. */
export function documentRoutes(mount: 'documents' | 'rows') {
  const words = mount === 'rows' ? rowWords : documentWords;
  return { ...readRoutes(words), ...writeRoutes(words), ...shiftRoutes(words) };
}

type DocumentWords = {
  topic: 'Documents' | 'Rows';
  noun: 'document' | 'row';
  parent: 'collection' | 'table';
  /** The path of a collection or table. */
  all: string;
  answers: typeof documents.documentAnswers | typeof documents.rowAnswers;
  newMaterial: typeof documents.newDocument | typeof documents.newRow;
};

const documentWords: DocumentWords = {
  topic: 'Documents',
  noun: 'document',
  parent: 'collection',
  all: '/databases/:databaseId/collections/:collectionId/documents',
  answers: documents.documentAnswers,
  newMaterial: documents.newDocument,
};

const rowWords: DocumentWords = {
  topic: 'Rows',
  noun: 'row',
  parent: 'table',
  all: '/tablesdb/:databaseId/tables/:tableId/rows',
  answers: documents.rowAnswers,
  newMaterial: documents.newRow,
};

/** Returns the path of one document or row. */
const pathOfOne = ({ all, noun }: DocumentWords) => `${all}/:${noun}Id`;

const missingParent = ({ parent }: DocumentWords): ProblemType[] => [
  'database_not_found',
  `${parent}_not_found`,
  'transaction_not_found',
];
const missing = (words: DocumentWords): ProblemType[] => [...missingParent(words), `${words.noun}_not_found`];

const headers = {
  [unchangedSinceHeader]:
    'The `$updatedAt` you read. If it has changed since, nothing is written and the response is 409 `document_update_conflict`.',
};

function readRoutes(words: DocumentWords) {
  const { topic, noun, all, answers } = words;
  return {
    list: route('GET', all, {
      topic,
      showsMoreToMembers: true,
      summary: `List ${noun}s`,
      description: `The ones that the caller may read, 25 unless \`limit\` is given.`,
      query: documents.listDocumentsQuery,
      answers: { 200: { description: `The ${noun}s that match.`, json: answers.list } },
      problems: [
        ...missingParent(words),
        'general_query_invalid',
        'general_cursor_not_found',
        'database_query_order_null',
      ],
    }),
    get: route('GET', pathOfOne(words), {
      topic,
      showsMoreToMembers: true,
      summary: `Get a ${noun}`,
      description: 'Only `select` queries are used.',
      query: documents.getDocumentQuery,
      answers: { 200: { description: `The ${noun}.`, json: answers.one } },
      problems: [...missing(words), 'general_query_invalid'],
    }),
  };
}

function writeRoutes(words: DocumentWords) {
  const { topic, noun, all } = words;
  const { whole } = words.answers;
  const one = pathOfOne(words);
  return {
    create: route('POST', all, {
      topic,
      summary: `Create a ${noun}`,
      description: 'Publishes a material. Upload its file first and name it in `downloadUrl`.',
      who: 'administrator',
      body: words.newMaterial,
      answers: { 201: { description: `The new ${noun}.`, json: whole } },
      problems: [
        ...missingParent(words),
        `${noun}_invalid_structure`,
        `${noun}_missing_data`,
        `${noun}_already_exists`,
      ],
    }),
    update: route('PATCH', one, {
      topic,
      summary: `Update a ${noun}`,
      description: 'Attributes that are not sent stay unchanged. Permissions may be sent on their own.',
      who: 'administrator',
      headers,
      body: documents.changedDocument,
      answers: { 200: { description: `The updated ${noun}.`, json: whole } },
      problems: [...missing(words), `${noun}_invalid_structure`, `${noun}_missing_payload`, 'document_update_conflict'],
    }),
    remove: route('DELETE', one, {
      topic,
      summary: `Delete a ${noun}`,
      who: 'administrator',
      headers,
      body: documents.removedDocument,
      answers: { 204: { description: `The ${noun} is in the trash for 30 days.` } },
      problems: [...missing(words), 'document_update_conflict'],
    }),
    upsert: route('PUT', one, {
      topic,
      summary: `Create or update a ${noun}`,
      description:
        'Updates the sent attributes if it exists; creates it if it does not. Realtime reports it as `update` or `create`.',
      who: 'administrator',
      headers,
      body: documents.changedDocument,
      answers: { 201: { description: `The ${noun}, created or updated.`, json: whole } },
      problems: [
        ...missingParent(words),
        `${noun}_invalid_structure`,
        `${noun}_missing_data`,
        `${noun}_missing_payload`,
        `${noun}_already_exists`,
        'document_update_conflict',
      ],
    }),
  };
}

function shiftRoutes(words: DocumentWords) {
  const { topic, noun, answers } = words;
  const one = pathOfOne(words);
  const shifted = {
    topic,
    who: 'administrator',
    description:
      'Only `year` and `yearBs` can be incremented or decremented. The attribute must have a value and stays within its bounds, and the two years must still overlap.',
    answers: { 200: { description: `The updated ${noun}.`, json: answers.whole } },
    problems: [...missing(words), `${noun}_invalid_structure`] satisfies ProblemType[],
  } as const;
  return {
    increment: route('PATCH', `${one}/:attribute/increment`, {
      ...shifted,
      summary: 'Increment an attribute',
      body: documents.incremented,
    }),
    decrement: route('PATCH', `${one}/:attribute/decrement`, {
      ...shifted,
      summary: 'Decrement an attribute',
      body: documents.decremented,
    }),
  };
}
