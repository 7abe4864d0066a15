import type { Client } from 'appwrite';
import type {
  PublicationListAnswer,
  PublicationUndoAnswer,
  UndoableListAnswer,
  UndoOutcomeAnswer,
} from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { PublicationUndoOutcome } from '#contract/publication.ts';
import type { UndoableEntry } from '#contract/undo.ts';

/** The operation to undo: a bulk edit, or a publication of staged files. */
export type UndoTarget = Pick<UndoableEntry, 'type' | 'id'>;

export type ListedPublication = PublicationListAnswer['publications'][number];

/** Entries on a page of the list. */
export const undoPageSize = 20;

/** Creates the requests for undoing. All throw the SDK's exceptions. */
export function createUndoRecords(client: Client) {
  const addition = (path: string) => new URL(path, location.origin);
  const json = { 'content-type': 'application/json' };
  const ofChange = async (answer: Promise<UndoOutcomeAnswer>) => ({ ...(await answer), takeable: 0 });

  return {
    /** Returns a page of the list, counted from 1. */
    list: (page: number): Promise<UndoableListAnswer> =>
      client.call('get', addition(panelApi.undoable({ limit: undoPageSize, offset: (page - 1) * undoPageSize }))),
    /** Returns the newest publications. */
    async listPublications(): Promise<ListedPublication[]> {
      const answer: PublicationListAnswer = await client.call('get', addition(panelApi.publications()));
      return answer.publications;
    },
    /** Returns a preview of the undo. */
    preview: ({ type, id }: UndoTarget, takesChanged: boolean): Promise<PublicationUndoOutcome> =>
      type === 'publication'
        ? (client.call(
            'get',
            addition(panelApi.previewPublicationUndo(id, takesChanged)),
          ) as Promise<PublicationUndoAnswer>)
        : ofChange(client.call('get', addition(panelApi.undoBulkChange(id)))),
    undo: ({ type, id }: UndoTarget, takesChanged: boolean): Promise<PublicationUndoOutcome> =>
      type === 'publication'
        ? (client.call('post', addition(panelApi.undoPublication(id)), json, {
            takesChanged,
          }) as Promise<PublicationUndoAnswer>)
        : ofChange(client.call('post', addition(panelApi.undoBulkChange(id)), json, {})),
  };
}
