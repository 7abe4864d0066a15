import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { MaterialList, Site } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { subjectLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { DownloadAll } from '#app/features/material-list/download-all.tsx';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { ListStates } from '#app/features/materials/list-states.tsx';
import { subjectListQuery, subjectPartSize } from '#app/features/materials/material-queries.ts';
import { Pager } from '#app/features/materials/pager.tsx';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { DoneCount } from '#app/features/my-reading/done-count.tsx';
import { SubjectFrame } from './subject-frame.tsx';
import { useSubjectPlace } from './use-place.ts';

/** Loaded in the browser only for an empty list. The server renders it at once, for browsers without scripts. */
const Alternatives = import.meta.env.SSR
  ? (await import('./subject-alternatives.tsx')).SubjectAlternatives
  : lazy(() =>
      fetchCode(() => import('./subject-alternatives.tsx')).then((code) => ({ default: code.SubjectAlternatives })),
    );

type SubjectListProps = {
  kind: SubjectKind;
  params: { facultyId: string; semesterId: string; subject: string };
  part: number | undefined;
  /** Above the list. */
  heading?: ReactNode;
  /** The words instead of an empty list of the subject. */
  empty: (subject: string) => string;
  children: (materials: readonly Material[], site: Site) => ReactNode;
};

/** Renders one part of a subject's materials of a kind, which follows changes, in the frame of the subject's page. */
export function SubjectList({ kind, params, part, heading, empty, children }: SubjectListProps) {
  const { shelf } = useRouter().options.context;
  const place = useSubjectPlace(shelf, params);
  const { data: site } = useSuspenseQuery(siteQuery(shelf));
  const ofSubject = { ...params, subject: place.subject.name };
  const query = subjectListQuery(shelf, { kind, place: ofSubject, calendar: site.calendar, part });
  const list = useQuery(query);
  useLiveList(subjectLiveList(kind, ofSubject));

  return (
    <SubjectFrame place={place} kind={kind} progress={kind === 'paper' && <Progress list={list.data} />}>
      {heading}
      <StableList list={list} scope={JSON.stringify(query.queryKey)} kind={kind}>
        <ListStates
          list={list}
          partSize={subjectPartSize}
          empty={empty(place.subject.name)}
          emptyAction={
            <Suspense>
              <Alternatives place={place} kind={kind} />
            </Suspense>
          }
        >
          {(loaded) => (
            <>
              {children(loaded.materials, site)}
              <DownloadAll kind={kind} place={ofSubject} list={loaded} />
              <Pager part={part ?? 1} size={subjectPartSize} total={loaded.total} />
            </>
          )}
        </ListStates>
      </StableList>
    </SubjectFrame>
  );
}

/** Renders how many papers of the subject are done, if the list is not only a part of them. */
function Progress({ list }: { list: MaterialList | undefined }) {
  if (!list || list.materials.length < list.total) return null;
  return <DoneCount papers={list.materials} className="max-sm:-mb-px max-sm:text-xs max-sm:leading-4" />;
}
