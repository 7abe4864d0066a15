import { toDocument, toFileAnswer, toRow } from '#contract/appwrite/to-document.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { documentNames, fileNames, type RealtimeNames } from '#contract/appwrite/realtime-names.ts';
import { formatMoment } from '#domain/moment.ts';
import type { SingleChange } from '#server/library/changes.ts';
import type { Config } from '#server/config.ts';

/** A change as realtime sends it. */
export type RealtimeEvent = {
  channels: ReadonlySet<string>;
  /** The data that queries may filter by: the document, and the fields that differ if it is sent as a row. */
  payload: Readonly<Record<string, unknown>>;
  /**
   * Returns the text frame for subscriptions with these ids. Everything except the ids is serialized only once, for all
   * receiving connections.
   */
  write(shape: 'documents' | 'rows', subscriptionIds: readonly string[]): string;
};

/** Returns the event for a change made at this moment (milliseconds since 1970). */
export function toRealtimeEvent(
  change: SingleChange,
  { ids, publicUrl }: Pick<Config, 'ids' | 'publicUrl'>,
  moment: number,
): RealtimeEvent {
  if (change.subject === 'file') {
    const { file, action } = change;
    const names = fileNames({ bucketId: ids.bucketId, fileId: file.id }, action);
    const answer = toFileAnswer(file, ids);
    return describe(names, { documents: answer, rows: answer }, moment);
  }
  const { material, action } = change;
  const location = {
    databaseId: ids.databaseId,
    collectionId: collectionOfKind[material.kind],
    documentId: material.id,
  };
  const document = toDocument(material, { ids, publicUrl });
  return describe(documentNames(location, action), { documents: document, rows: toRow(document) }, moment);
}

function describe(
  { channels, events }: RealtimeNames,
  payloads: Record<'documents' | 'rows', object>,
  moment: number,
): RealtimeEvent {
  const begun: Partial<Record<'documents' | 'rows', string>> = {};
  const begin = (shape: 'documents' | 'rows') => {
    const data = { events, channels, timestamp: formatMoment(moment), payload: payloads[shape] };
    // Without the closing braces, so that the last key can be appended.
    return JSON.stringify({ type: 'event', data }).slice(0, -2);
  };
  return {
    channels: new Set(channels),
    payload: { ...payloads.rows, ...payloads.documents },
    write: (shape, subscriptionIds) =>
      `${(begun[shape] ??= begin(shape))},"subscriptions":${JSON.stringify(subscriptionIds)}}}`,
  };
}
