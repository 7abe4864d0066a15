/** The names of a change in realtime: the channels on which it is sent, and its events. */

export type RealtimeAction = 'create' | 'update' | 'delete';

/** Channels in the contract's order; events most exact first. */
export type RealtimeNames = { channels: string[]; events: string[] };

/** The terms for a collection and a document in the two APIs (Databases and TablesDB). */
const documentWords = { collection: 'collections', document: 'documents' };
const rowWords = { collection: 'tables', document: 'rows' };

/** Returns the names of a change to a document, in the terms of both APIs: 16 channels, and the events of each. */
export function documentNames(
  place: { databaseId: string; collectionId: string; documentId: string },
  action: RealtimeAction,
): RealtimeNames {
  const { databaseId, collectionId, documentId } = place;
  const documents = `databases.${databaseId}.collections.${collectionId}.documents`;
  const rows = `databases.${databaseId}.tables.${collectionId}.rows`;
  const tablesDbRows = `tablesdb.${databaseId}.tables.${collectionId}.rows`;
  const channels = [
    'documents',
    documents,
    `${documents}.${documentId}`,
    'rows',
    rows,
    `${rows}.${documentId}`,
    tablesDbRows,
    `${tablesDbRows}.${documentId}`,
  ];
  const events = [documentWords, rowWords].flatMap(({ collection, document }) => {
    const path: [string, string][] = [
      ['databases', databaseId],
      [collection, collectionId],
      [document, documentId],
    ];
    return [
      ...withWildcards(path, `.${action}`),
      ...withWildcards(path),
      ...withWildcards(path.slice(0, 2)),
      ...withWildcards(path.slice(0, 1)),
    ];
  });
  return { channels: withAction(channels, action), events: [...new Set(events)] };
}

/** Returns the names of a change to a stored file: 6 channels. */
export function fileNames(place: { bucketId: string; fileId: string }, action: RealtimeAction): RealtimeNames {
  const { bucketId, fileId } = place;
  const files = `buckets.${bucketId}.files`;
  const path: [string, string][] = [
    ['buckets', bucketId],
    ['files', fileId],
  ];
  return {
    channels: withAction(['files', files, `${files}.${fileId}`], action),
    events: [...withWildcards(path, `.${action}`), ...withWildcards(path), ...withWildcards(path.slice(0, 1))],
  };
}

/** True if a channel is for rows; its payloads are then rows instead of documents. */
export function isRowChannel(channel: string): boolean {
  return /^rows(?:\.|$)|^(?:databases|tablesdb)\.[^.]+\.tables\./.test(channel);
}

function withAction(channels: readonly string[], action: RealtimeAction): string[] {
  return [...channels, ...channels.map((channel) => `${channel}.${action}`)];
}

/** Returns the path itself, followed by its variants with `*` in place of ids, those with the fewest stars first. */
function withWildcards(path: readonly [string, string][], end = ''): string[] {
  const names: { name: string; stars: number }[] = [];
  for (let mask = 0; mask < 2 ** path.length; mask += 1) {
    // The last id is the first to be replaced by a star.
    const isStar = (index: number) => (mask & (1 << (path.length - 1 - index))) !== 0;
    const words = path.map(([word, id], index) => `${word}.${isStar(index) ? '*' : id}`);
    names.push({ name: words.join('.') + end, stars: path.filter((_, index) => isStar(index)).length });
  }
  return names.sort((one, other) => one.stars - other.stars).map(({ name }) => name);
}
