import { useQuery } from '@tanstack/react-query';
import type { PhotographsAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { isOfficeDocument, typeByName } from '#domain/file-type.ts';
import type { Material } from '#domain/material.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { formatKilobytes } from '#app/features/materials/figures.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import * as words from '#messages/upload/photographs.ts';

/** Offers to download the photographs or the document that a material's file was made from; renders nothing for other files. */
export function KeptPhotographs({ material: { fileId } }: { material: Material }) {
  const { site, client, callSignedIn } = useAdminSession();
  const { data } = useQuery({
    queryKey: ['manage', 'photographs', fileId],
    queryFn: () =>
      callSignedIn(
        () => client.call('get', new URL(panelApi.photographs(fileId), location.origin)) as Promise<PhotographsAnswer>,
      ),
  });
  if (!data || data.total === 0) return null;
  return (
    <Disclosure summary={describeSources(data.photographs)}>
      <ol className="mt-1 text-sm">
        {data.photographs.map((photograph, index) => (
          <li key={`${photograph.fileId} ${index}`}>
            <a
              href={api.fileDownload(site.ids, photograph.fileId, photograph.name)}
              download
              className="flex min-h-11 flex-wrap items-center gap-x-3 text-accent underline"
            >
              <span className="wrap-anywhere">{photograph.name}</span>
              <span className="text-muted">{formatKilobytes(photograph.sizeOriginal)}</span>
            </a>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function describeSources(sources: PhotographsAnswer['photographs']): string {
  const [first] = sources;
  if (first && isOfficeDocument(typeByName(first.name)?.mediaType ?? '')) return words.fromDocument;
  return words.fromPhotographs(sources.length);
}
