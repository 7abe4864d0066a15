import type { FacultySummary } from '#domain/catalogue.ts';
import { pages } from '#contract/addresses.ts';
import { kindNames, type Material } from '#domain/material.ts';
import { FirstPage } from '#app/features/materials/first-page.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { facultyName, termName } from './place-names.ts';
import type { ShelfActions } from './shelf-actions.ts';
import type { SimilarPair } from './shelf-records.ts';

type SimilarNoticeProps = {
  pairs: readonly SimilarPair[];
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
};

/** Materials that are probably on the shelf twice, side by side, with what can be done about each pair. */
export function SimilarNotice({ pairs, faculties, actions }: SimilarNoticeProps) {
  const count = pairs.length === 1 ? '1 pair of materials says' : `${pairs.length} pairs of materials say`;
  return (
    <Notice tone="warning">
      <Disclosure summary={`${count} nearly the same. Probably one of each was uploaded twice.`}>
        <p className="mt-1 mb-2 text-muted">Compare them, then keep both, or move one to the trash.</p>
        <ul className="divide-y divide-hairline">
          {pairs.map((pair) => (
            <PairRow key={`${pair.first.id} ${pair.second.id}`} {...{ pair, faculties, actions }} />
          ))}
        </ul>
      </Disclosure>
    </Notice>
  );
}

function PairRow({ pair, faculties, actions }: Omit<SimilarNoticeProps, 'pairs'> & { pair: SimilarPair }) {
  const { first, second, same } = pair;
  const sides = [first, second];
  return (
    <li className="grid gap-3 py-4">
      <p className="font-medium">{Math.floor(same * 100)}% of the words are the same</p>
      <div className="grid max-w-2xl grid-cols-2 gap-4">
        {sides.map((material) => (
          <Side key={material.id} {...{ material, faculties, actions }} />
        ))}
      </div>
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={sides.some(({ id }) => actions.isBusy(id))}
          aria-label={`Keep both ${first.title} and ${second.title}`}
          onClick={() => void actions.keepBoth(pair)}
        >
          Keep both
        </Button>
      </div>
    </li>
  );
}

function Side({ material, faculties, actions }: Omit<SimilarNoticeProps, 'pairs'> & { material: Material }) {
  const { site } = useAdminSession();
  const { id, kind, title, facultyId, semesterId, subject, year } = material;
  const term = termName(faculties, facultyId, semesterId);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FirstPage material={material} ids={site.ids} />
      <a
        href={pages.material(id)}
        target="_blank"
        rel="noopener"
        className="font-medium wrap-anywhere text-accent underline underline-offset-4"
      >
        <bdi>{title}</bdi>
      </a>
      <p className="grow text-muted">
        {[kindNames[kind], facultyName(faculties, facultyId), term, subject, year].filter(Boolean).join(' · ')}
      </p>
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={actions.isBusy(id)}
          aria-label={`Move ${title} to the trash`}
          onClick={() => void actions.withdraw(material)}
        >
          Move to trash
        </Button>
      </div>
    </div>
  );
}
