import { useQuery } from '@tanstack/react-query';
import type { UnreadMaterialsAnswer } from '#contract/additions.ts';
import { api } from '#contract/addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainFailures } from './reading-words.ts';
import { ReadAgain, readingKey } from './read-again.tsx';

const shown = 5;

/** The first materials with pages that could not be read, each with a button to try again. `failed` is how many pages. */
export function UnreadMaterials({ failed }: { failed: number }) {
  const { client, callSignedIn } = useAdminSession();
  const { data } = useQuery({
    // Loaded again when the number of pages changes.
    queryKey: [readingKey, 'failed', failed],
    queryFn: () =>
      callSignedIn(
        () =>
          client.call(
            'get',
            new URL(api.unreadMaterials('failed', shown, 0), location.origin),
          ) as Promise<UnreadMaterialsAnswer>,
      ),
    staleTime: 0,
  });
  if (!data || data.materials.length === 0) return null;
  return (
    <>
      <ul aria-label="Pages that could not be read" className="mt-3 grid gap-3 text-sm">
        {data.materials.map((material) => (
          <li key={material.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <p className="font-medium">
                <bdi>{material.title}</bdi>
              </p>
              {explainFailures(material.failures).map((failure) => (
                <p key={failure} className="text-muted">
                  {failure}
                </p>
              ))}
            </div>
            <ReadAgain material={material} />
          </li>
        ))}
      </ul>
      {data.total > shown && (
        <p className="mt-2 text-sm text-muted">And {(data.total - shown).toLocaleString('en-US')} more files.</p>
      )}
    </>
  );
}
