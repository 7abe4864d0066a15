import type { FacultySummary } from '#domain/catalogue.ts';
import { pages } from '#contract/addresses.ts';
import type { Material } from '#domain/material.ts';
import { describeFile, formatDay } from '#app/features/materials/figures.ts';
import { FirstPage } from '#app/features/materials/first-page.tsx';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as words from '#messages/manage/attention.ts';
import { facultyName, termName } from './place-names.ts';
import type { ShelfActions } from './shelf-actions.ts';
import type { SimilarPair } from './shelf-records.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { langOf } from '#app/ui/lang-of.ts';

type SimilarNoticeProps = {
  pairs: readonly SimilarPair[];
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
};

/** Shows pairs of probable duplicates side by side, with the actions for each pair. */
export function SimilarNotice({ pairs, faculties, actions }: SimilarNoticeProps) {
  return (
    <Notice tone="warning">
      <Disclosure summary={words.similar(pairs.length)}>
        <p className="mt-1 mb-2 text-muted">{words.similarHint}</p>
        {/* On a phone as wide as the notice, below its icon. */}
        <ul className="divide-y divide-hairline max-sm:-ms-8">
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
  // The older one first: the newer one is more often the one to withdraw.
  const sides = [first, second].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="font-medium">{words.sameWords(Math.floor(same * 100))}</p>
        <Button
          variant="secondary"
          size="small"
          busy={sides.some(({ id }) => actions.isBusy(id))}
          aria-label={words.keepBothTitles(sides.map(({ title }) => title))}
          onClick={() => void actions.keepBoth(pair)}
        >
          {words.keepBoth}
        </Button>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 lg:gap-8">
        {sides.map((material) => (
          <Side key={material.id} {...{ material, faculties, actions }} />
        ))}
      </ol>
    </li>
  );
}

function Side({ material, faculties, actions }: Omit<SimilarNoticeProps, 'pairs'> & { material: Material }) {
  const { site } = useAdminSession();
  const { id, kind, title, facultyId, semesterId, subject, createdAt } = material;
  const term = termName(faculties, facultyId, semesterId);
  return (
    <li className="flex min-w-0 flex-col gap-3 sm:flex-row lg:gap-5">
      <div className="shrink-0 sm:w-28 lg:w-44">
        <FirstPage material={material} ids={site.ids} />
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <a
          href={localAddress(pages.material(id))}
          target="_blank"
          rel="noopener"
          className="font-medium wrap-anywhere text-accent underline underline-offset-4"
        >
          <bdi lang={langOf(title)}>{title}</bdi>
        </a>
        <p className="text-muted">
          {[kindNames[kind], facultyName(faculties, facultyId), term, subject, yearWords(material, site.calendar)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-muted">{describeFile(material)}</p>
        <p className="text-muted max-sm:grow">{words.uploadedOn(formatDay(createdAt, site.timeZone))}</p>
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          busy={actions.isBusy(id)}
          aria-label={words.moveTitleToTrash(title)}
          onClick={() => void actions.withdraw(material)}
        >
          {words.moveToTrash}
        </Button>
      </div>
    </li>
  );
}
