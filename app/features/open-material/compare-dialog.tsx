import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useLayoutEffect } from 'react';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { kindLooks } from '#app/features/materials/kind-looks.ts';
import { subjectKinds, type SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectListQuery } from '#app/features/materials/material-queries.ts';
import { closeSide, swapSides } from '#app/features/materials/opened-address.ts';
import { Button, Spinner } from '#app/ui/button.tsx';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';
import { TryAgain } from '#app/ui/try-again.tsx';
import type { FoundMaterial } from '#contract/shelf.ts';
import type { Material } from '#domain/material.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/open-material/compare.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import { useWriteOpened } from './opened-navigation.ts';
import { orderChoices } from './order-choices.ts';
import { SideDivider } from './side-divider.tsx';
import './other-offer.css';
import './two-sides.css';
import { yearWords } from '#messages/years.ts';
import { shelfNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type CompareDialogProps = {
  /** The material that the chosen one is read next to. */
  id: string;
  /** The present second material, which the chosen one replaces; undefined if there is none. */
  besideId: string | undefined;
  /** Called with the chosen material, before it opens. */
  onChoose: (id: string) => void;
  onClose: () => void;
};

/** Lets the user choose, from the lists of the subject, a second material to read next to this one. */
export function CompareDialog({ id, besideId, onChoose, onClose }: CompareDialogProps) {
  const router = useRouter();
  const { shelf, queryClient } = router.options.context;
  const write = useWriteOpened();
  const found = useQuery(openedMaterialQuery(shelf, id)).data;
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const titleId = useId();

  function choose(chosen: Material) {
    const known: FoundMaterial = { state: 'published', material: chosen };
    queryClient.setQueryData(openedMaterialQuery(shelf, chosen.id).queryKey, known);
    onChoose(chosen.id);
    onClose();
    const right = { id: chosen.id, page: 1 };
    write(
      (opened) => {
        if (opened.right?.id !== id) return { ...opened, right };
        // This material is on the right: the chosen one replaces the left one.
        return { ...right, find: '', right: opened.right };
      },
      { isNew: besideId === undefined },
    );
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(34rem,calc(100vw-2rem))] rounded-card bg-card p-0 text-ink shadow-float outline-none backdrop:bg-shade"
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col">
        <div className="border-b border-hairline p-5">
          <h2 id={titleId} className="text-xl">
            {words.compareWith}
          </h2>
          {found?.state === 'published' && <p className="mt-1 text-muted">{words.opensNextTo(found.material.title)}</p>}
        </div>
        <div className="min-h-24 overflow-y-auto p-3">
          {found?.state === 'published' && <Choices material={found.material} besideId={besideId} onChoose={choose} />}
        </div>
        <div className="flex justify-end border-t border-hairline p-3">
          <Button size="small" variant="secondary" onClick={onClose}>
            {actions.cancel}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

type ChoicesProps = { material: Material; besideId: string | undefined; onChoose: (chosen: Material) => void };

function Choices({ material, besideId, onChoose }: ChoicesProps) {
  const lists = useSubjectLists(material);
  const kinds = subjectKinds.map((kind) => ({
    kind,
    choices: orderChoices(lists[kind].data?.materials ?? [], material, [material.id, besideId]),
  }));
  const all = Object.values(lists);
  if (all.some(({ isPending }) => isPending)) {
    return (
      <output className="flex items-center gap-3 p-2 text-muted">
        <Spinner /> {words.loading(material.subject)}
      </output>
    );
  }
  const failed = all.filter(({ isError }) => isError);
  return (
    <>
      {kinds.map(({ kind, choices }, index) => (
        <KindChoices
          key={kind}
          kind={kind}
          choices={choices}
          isFirst={kinds.slice(0, index).every((before) => before.choices.length === 0)}
          onChoose={onChoose}
        />
      ))}
      {failed.length === 0 && kinds.every(({ choices }) => choices.length === 0) && (
        <p className="p-2">{words.nothingElse(material.subject)}</p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-2">
          <p>{words.notLoaded(material.subject)}</p>
          <TryAgain size="small" onTry={() => Promise.all(failed.map((list) => list.refetch()))} />
        </div>
      )}
    </>
  );
}

type KindChoicesProps = {
  kind: SubjectKind;
  choices: readonly Material[];
  /** True if the list contains the very first choice, which gets the focus. */
  isFirst: boolean;
  onChoose: (chosen: Material) => void;
};

function KindChoices({ kind, choices, isFirst, onChoose }: KindChoicesProps) {
  const { calendar } = useSuspenseQuery(siteQuery(useRouter().options.context.shelf)).data;
  const { icon: Icon, colour } = kindLooks[kind];
  const titleId = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(
    function startAtFirst() {
      // Enter then opens the nearest choice. Not when something else in the dialog has the focus already.
      if (isFirst && first.current?.closest('dialog') === document.activeElement) first.current?.focus();
    },
    [isFirst],
  );
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="pb-2">
      <h3 id={titleId} className="px-2 py-1 font-sans text-sm font-medium text-muted">
        {shelfNames[kind]}
      </h3>
      <ul>
        {choices.map((choice, index) => (
          <li key={choice.id}>
            <button
              type="button"
              ref={index === 0 ? first : undefined}
              className="flex min-h-11 w-full items-center gap-3 rounded-card px-2 py-1 text-start hover:bg-sunken"
              onClick={() => onChoose(choice)}
            >
              <Icon aria-hidden="true" className={`size-5 flex-none ${colour}`} />
              <bdi className="min-w-0 flex-1 wrap-anywhere" lang={langOf(choice.title)}>
                {choice.title}
              </bdi>
              <span className="flex-none text-sm text-muted tabular-nums">{yearWords(choice, calendar)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the first part of each list of the subject. */
function useSubjectLists({ facultyId, semesterId, subject }: Material) {
  const { shelf } = useRouter().options.context;
  const { calendar } = useSuspenseQuery(siteQuery(shelf)).data;
  const list = (kind: SubjectKind) =>
    subjectListQuery(shelf, { kind, place: { facultyId, semesterId, subject }, calendar });
  return { paper: useQuery(list('paper')), note: useQuery(list('note')), revision: useQuery(list('revision')) };
}

/** Moves the focus to the pages of a side, else to the whole side. */
export function focusSide(id: string): void {
  const side = document.querySelector(`[data-side-of="${CSS.escape(id)}"]`);
  const within = '.reader-scroller[tabindex="0"], .paper-dialog-body[tabindex="0"]';
  const place = side?.querySelector<HTMLElement>(within) ?? side?.querySelector<HTMLElement>('dialog');
  place?.focus({ preventScroll: true });
}

/**
 * Renders the divider of the two sides. Makes the page beneath them inert, as a modal dialog would, and updates each side when
 * its material is withdrawn.
 */
export function TwoSides({ ids }: { ids: readonly string[] }) {
  useLayoutEffect(function makeRestInert() {
    const rest = [
      ...document.querySelectorAll('body > :not([data-side-of], dialog, script, [inert], [data-side-divider])'),
    ];
    for (const element of rest) element.toggleAttribute('inert', true);
    return () => {
      for (const element of rest) element.toggleAttribute('inert', false);
    };
  }, []);
  return (
    <>
      {ids.map((id) => (
        <WatchedSide key={id} id={id} />
      ))}
      <SideDivider ids={ids} />
    </>
  );
}

function WatchedSide({ id }: { id: string }) {
  const { data: found } = useQuery(openedMaterialQuery(useRouter().options.context.shelf, id));
  return found?.state === 'published' && <WatchedMaterial material={found.material} />;
}

/** Requests a material again when something changes in its subject. */
function WatchedMaterial({ material }: { material: Material }) {
  const { id, kind, facultyId, semesterId, subject } = material;
  useLiveList({ kinds: [kind], place: { facultyId, semesterId, subject }, queryKey: ['material', id] });
  return null;
}

/** On a window too narrow for both materials of a link, offers to open the other one in place of this one. */
export function OtherOffer({ id }: { id: string }) {
  const { shelf } = useRouter().options.context;
  const write = useWriteOpened();
  const found = useQuery(openedMaterialQuery(shelf, id)).data;
  if (!found) return null;
  return (
    <section className="other-offer" aria-label={words.otherMaterial}>
      {found.state === 'published' ? (
        <button type="button" className="other-offer-go" onClick={() => write(swapSides)}>
          <span>
            {words.alsoOpened(
              <bdi key="title" lang={langOf(found.material.title)}>
                {found.material.title}
              </bdi>,
            )}
          </span>
          <span className="other-offer-word">{words.readOther}</span>
        </button>
      ) : (
        <p className="other-offer-go">{words.otherGone}</p>
      )}
      <button
        type="button"
        className="other-offer-dismiss"
        aria-label={actions.dismiss}
        data-tooltip={actions.dismiss}
        onClick={() => write((opened) => closeSide(opened, id))}
      >
        <X aria-hidden="true" />
      </button>
    </section>
  );
}
