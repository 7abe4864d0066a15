/** What a change is called over realtime: the channels it is sent on and the events it counts as. */

export type RealtimeAction = 'create' | 'update' | 'delete';

/** Channels in the contract's order; events most exact first. */
export type RealtimeNames = { channels: string[]; events: string[] };

/** What the two ways of naming one store call a collection and a document. */
const documentWords = { collection: 'collections', document: 'documents' };
const rowWords = { collection: 'tables', document: 'rows' };

/** The names of a change to a document, under both namings: 16 channels, and the events of each naming. */
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

/** The names of a change to a stored file: 6 channels. */
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

/** Whether a channel tells of documents under their other name, rows: its payloads are rows then. */
export function isRowChannel(channel: string): boolean {
  return /^rows(?:\.|$)|^(?:databases|tablesdb)\.[^.]+\.tables\./.test(channel);
}

function withAction(channels: readonly string[], action: RealtimeAction): string[] {
  return [...channels, ...channels.map((channel) => `${channel}.${action}`)];
}

/** The path as it stands, then with `*` for any of its ids, fewest first. */
function withWildcards(path: readonly [string, string][], end = ''): string[] {
  const names: { name: string; stars: number }[] = [];
  for (let mask = 0; mask < 2 ** path.length; mask += 1) {
    // The last id is the first to become a star: what is left says more.
    const isStar = (index: number) => (mask & (1 << (path.length - 1 - index))) !== 0;
    const words = path.map(([word, id], index) => `${word}.${isStar(index) ? '*' : id}`);
    names.push({ name: words.join('.') + end, stars: path.filter((_, index) => isStar(index)).length });
  }
  return names.sort((one, other) => one.stars - other.stars).map(({ name }) => name);
}
