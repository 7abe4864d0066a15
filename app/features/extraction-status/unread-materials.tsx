import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { UnreadMaterialsAnswer } from '#contract/schemas/answer-types.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import * as words from '#messages/extraction-status.ts';
import { explainFailures } from './reading-words.ts';
import { ReadAgain, ReadAllAgain, readingKey, readingRefetchMs } from './read-again.tsx';

const shown = 5;

/** Numbers of pages in all files whose text could not be extracted, and whose extraction was postponed. */
export type UnreadCounts = { failed: number; postponed: number };

/** Lists the first files with pages whose text could not be extracted, with the reasons and buttons to retry. */
export function UnreadMaterials({ failed, postponed }: UnreadCounts) {
  return (
    <>
      <UnreadList state="failed" pages={failed}>
        {words.failedPages}
      </UnreadList>
      <UnreadList state="postponed" pages={postponed}>
        {words.postponedPages}
      </UnreadList>
      <div className="mt-3">
        <ReadAllAgain />
      </div>
    </>
  );
}

/** Renders nothing for no pages. */
function UnreadList({ state, pages, children }: { state: 'failed' | 'postponed'; pages: number; children: ReactNode }) {
  const { client, callSignedIn } = useAdminSession();
  const headingId = useId();
  const { data } = useQuery({
    queryKey: [readingKey, state],
    queryFn: () =>
      callSignedIn(
        () =>
          client.call(
            'get',
            new URL(panelApi.unreadMaterials(state, shown, 0), location.origin),
          ) as Promise<UnreadMaterialsAnswer>,
      ),
    enabled: pages > 0,
    // Retried pages may fail again, and then there are as many as before.
    refetchInterval: readingRefetchMs,
    staleTime: 0,
  });
  if (pages === 0 || !data || data.total === 0) return null;
  const { materials, files, total } = data;
  const reasonsOf = (listed: (typeof files)[number] | (typeof materials)[number]) =>
    explainFailures(state === 'failed' ? listed.failures : listed.postponed);
  return (
    <>
      <h4 id={headingId} className="mt-4 text-sm font-medium">
        {children}
      </h4>
      <ul aria-labelledby={headingId} className="mt-2 grid gap-3 text-sm">
        {materials.map((material) => (
          <UnreadItem key={material.id} title={material.title} reasons={reasonsOf(material)}>
            <ReadAgain material={material} />
          </UnreadItem>
        ))}
        {files.map((file) => (
          <UnreadItem key={file.fileId} title={file.name} reasons={reasonsOf(file)} />
        ))}
      </ul>
      {total > shown && <p className="mt-2 text-sm text-muted">{words.moreFiles(total - shown)}</p>}
    </>
  );
}

function UnreadItem({ title, reasons, children }: { title: string; reasons: string[]; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-medium">
          <bdi>{title}</bdi>
        </p>
        {reasons.map((reason) => (
          <p key={reason} className="text-muted">
            {reason}
          </p>
        ))}
      </div>
      {children}
    </li>
  );
}
