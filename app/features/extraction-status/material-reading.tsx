import { useQuery } from '@tanstack/react-query';
import type { ReadingStateAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import * as words from '#messages/extraction-status.ts';
import { explainFailures, summariseReading } from './reading-words.ts';
import { ReadAgain, readingKey, readingRefetchMs } from './read-again.tsx';

/** Shows how much of a material can be searched, why text extraction failed on some pages, and a button to retry them. */
export function MaterialReading({ material }: { material: { id: string; title: string } }) {
  const { client, callSignedIn } = useAdminSession();
  const { data } = useQuery({
    queryKey: [readingKey, material.id],
    queryFn: () =>
      callSignedIn(
        () =>
          client.call(
            'get',
            new URL(panelApi.materialReading(material.id), location.origin),
          ) as Promise<ReadingStateAnswer>,
      ),
    refetchInterval: readingRefetchMs,
    staleTime: 0,
  });
  return (
    <section
      aria-label={words.fullTextSearch}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted"
    >
      {/* A line is reserved, so that the dialog does not move when the response arrives. */}
      <div className="min-h-5 min-w-0 flex-1 basis-60">
        {data && <p>{summariseReading(data)}</p>}
        {data &&
          explainFailures([...data.failures, ...data.postponed]).map((failure) => <p key={failure}>{failure}</p>)}
      </div>
      {data && data.failed + data.postponed.length > 0 && <ReadAgain material={material} />}
    </section>
  );
}
