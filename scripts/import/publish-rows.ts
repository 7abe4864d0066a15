import { panelApi } from '#contract/panel-addresses.ts';
import type {
  BegunPublicationAnswer,
  StagedFileAnswer,
  StagedPublishedAnswer,
} from '#contract/schemas/answer-types.ts';
import { sureFrom } from '#domain/guess/names/place-fields.ts';
import { inPublishingOrder } from '#domain/publishing-order.ts';
import type { LibraryClient } from './library-client.ts';

const batchFiles = 50;

/** True if a row is sure enough: it has all values, is no duplicate, and can be read. */
export function isSureEnough(row: StagedFileAnswer, least: number): boolean {
  const { state, warning, duplicates, confidence, doubtful, fields } = row;
  const isKnown = doubtful.every((doubt) => doubt !== 'rights' && fields[doubt].value !== null);
  return state === 'checked' && warning === null && duplicates.length === 0 && isKnown && confidence >= least;
}

/**
 * Publishes the rows that are sure enough, as one publication, so that the panel can undo all of it. Returns the
 * published rows and the reasons of refusals.
 */
export async function publishRows({
  client,
  rows,
  least,
  say,
}: {
  client: LibraryClient;
  rows: Map<string, StagedFileAnswer>;
  least: number;
  say: (text: string) => void;
}): Promise<{ published: StagedFileAnswer[]; refused: Map<string, string> }> {
  const chosen = inPublishingOrder([...rows.values()].filter((row) => isSureEnough(row, least)));
  const published: StagedFileAnswer[] = [];
  const refused = new Map<string, string>();
  if (chosen.length === 0) return { published, refused };
  const all = chosen.map(({ $id }) => $id);
  // A command that was stopped and is run again continues its publication.
  const { id: publicationId } = await client.call<BegunPublicationAnswer>('POST', panelApi.publications(), {
    ids: all,
  });
  for (let start = 0; start < chosen.length; start += batchFiles) {
    const ids = all.slice(start, start + batchFiles);
    const accept = least < sureFrom ? ['doubtful'] : [];
    const publishing = { ids, accept, publicationId };
    const { results } = await client.call<StagedPublishedAnswer>('POST', panelApi.publishStaged(), publishing);
    for (const { id, outcome, reason } of results) {
      if (outcome === 'refused') refused.set(id, reason ?? '');
      else {
        const row = rows.get(id);
        if (row) published.push(row);
        rows.delete(id);
      }
    }
    say(`${published.length} of ${chosen.length} published`);
  }
  return { published, refused };
}
