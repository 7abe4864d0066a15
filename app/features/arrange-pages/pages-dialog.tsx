import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Material } from '#domain/material.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/arrange-pages.ts';
import { PageTools } from './page-tools.tsx';
import { PaperPages } from './paper-pages.tsx';
import type { PageLooks } from './page-tile.tsx';
import { ProposedHalves } from './proposed-halves.tsx';
import { ProposedSplit } from './proposed-split.tsx';
import {
  describePlan,
  halvePages,
  pagesOf,
  papersOf,
  sheetOf,
  splitPages,
  startPlan,
  type PagePlan,
  type PlannedPage,
} from './page-plan.ts';
import { useArranging } from './use-arranging.ts';
import { usePapers } from './use-papers.ts';

/** A material with the number of its pages. */
export type PagedMaterial = Material & { pageCount: number };

type PagesDialogProps = {
  /** The material whose pages are arranged, and materials that are joined with it. */
  materials: readonly [PagedMaterial, ...PagedMaterial[]];
  /** Called with true if the material got other pages. */
  onClose: (isArranged: boolean) => void;
};

/**
 * Renders the dialog in which the pages of a PDF are turned, removed, moved, cut in two, split into materials, and
 * joined with those of others.
 */
export function PagesDialog({ materials, onClose }: PagesDialogProps) {
  const [material] = materials;
  const pageCounts = materials.map(({ pageCount }) => pageCount);
  const arranging = useArranging(materials);
  const { state } = arranging;
  const [start] = useState(() => startPlan(pageCounts));
  const [plan, setPlan] = useState(start);
  const [isAsking, setAsking] = useState(false);
  const isChanged = plan !== start && describePlan(plan, pageCounts) !== '';

  function close() {
    if (state.step === 'making') return;
    if (state.step !== 'editing') return onClose(true);
    if (isChanged && !isAsking) return setAsking(true);
    arranging.discard();
    onClose(false);
  }

  return (
    <Dialog
      onClose={close}
      title={materials.length > 1 ? words.join : words.pages}
      description={materials.length > 1 ? words.becomeOne(materials.length) : material.title}
      size="wide"
    >
      {state.step === 'done' || state.step === 'undone' ? (
        <Outcome {...{ arranging, material, hasJoined: materials.length > 1, onClose: close }} />
      ) : (
        <Editing {...{ materials, plan, setPlan, arranging, isAsking, setAsking, onClose: close }} />
      )}
    </Dialog>
  );
}

type Arranging = ReturnType<typeof useArranging>;

type EditingProps = Pick<PagesDialogProps, 'materials'> & {
  plan: PagePlan;
  setPlan: (plan: PagePlan) => void;
  arranging: Arranging;
  isAsking: boolean;
  setAsking: (isAsking: boolean) => void;
  onClose: () => void;
};

function Editing({ materials, plan, setPlan, arranging, isAsking, setAsking, onClose }: EditingProps) {
  const [material] = materials;
  const pageCounts = materials.map(({ pageCount }) => pageCount);
  const { state, apply } = arranging;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pictures = useLoading(plan);
  const [stop, setStop] = useState('1');
  const [said, setSaid] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const { papers, isFilledIn, change, toMake } = usePapers(materials, plan);
  const isBusy = state.step === 'making';
  const keys = pagesOf(plan).map(({ key }) => key);
  const tabStop = keys.includes(stop) ? stop : keys[0];
  const effect = describePlan(plan, pageCounts, material.kind === 'paper' ? 'paper' : 'material');
  const mayApply = effect !== '' && keys.length > 0 && isFilledIn;

  function select(key: string, isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(key);
    else next.delete(key);
    setSelected(next);
  }

  function arrange(next: PagePlan, outcome: string) {
    const left = new Set(pagesOf(next).map(({ key }) => key));
    setPlan(next);
    setSelected(new Set([...selected].filter((key) => left.has(key))));
    setSaid(outcome);
  }

  /** Splits the unchanged file, and moves the focus from the proposal, which disappears, to the first new material. */
  function splitBefore(pages: readonly number[]) {
    const next = splitPages(plan, new Set(pages.map(String)));
    flushSync(() => arrange(next, words.splitInto(papersOf(next).length)));
    focusPage((pages[0] ?? 1) - 1);
  }

  /** Cuts pages in two, and moves the focus from the proposal, which disappears, to the first half. */
  function cutInTwo(pages: readonly string[]) {
    const first = keys.findIndex((key) => pages.includes(key));
    const next = halvePages(plan, new Set(pages), pictures.isTall);
    flushSync(() => arrange(next, words.halved(pages.length)));
    focusPage(first);
  }

  function focusPage(index: number) {
    content.current?.querySelectorAll<HTMLElement>('input[data-page]')[index]?.focus();
  }

  return (
    <div ref={content} className="grid grid-cols-1 gap-4">
      <PageTools
        {...{ plan, selected, isBusy, said }}
        isTall={pictures.isTall}
        onSelect={(chosen) => setSelected(new Set(chosen))}
        onArrange={arrange}
      />
      {materials.length > 1 && <JoinedFiles materials={materials} />}
      {effect === '' && <ProposedSplit {...{ material, pageCount: material.pageCount }} onSplit={splitBefore} />}
      <ProposedHalves plan={plan} isTwoUp={pictures.isTwoUp} onCut={cutInTwo} />
      {papers.map((paper, index) => (
        <PaperPages
          key={paper.split?.key ?? 'first'}
          {...{ materials, paper, index, selected, tabStop, isBusy }}
          onSelect={select}
          onFocus={setStop}
          mayLoad={pictures.mayLoad}
          onSeen={pictures.onSeen}
          onLoaded={pictures.onLoaded}
          onChange={(fields) => paper.split && change(paper.split.key, fields)}
        />
      ))}
      <Footer {...{ arranging, isAsking, setAsking, onClose }}>
        <p className="min-w-0 flex-1 basis-60 text-sm" aria-live="polite">
          {keys.length === 0 ? words.noPageLeft : effect === '' ? words.nothingToApply : words.willApply(effect)}
        </p>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          <Button variant="secondary" onClick={onClose}>
            {actions.close}
          </Button>
          <Button aria-disabled={!mayApply} onClick={() => mayApply && void apply(toMake())}>
            {words.apply}
          </Button>
        </div>
      </Footer>
    </div>
  );
}

type FooterProps = Pick<EditingProps, 'arranging' | 'isAsking' | 'setAsking' | 'onClose'> & { children: ReactNode };

/** Renders the bar at the bottom: the progress, the question before changes are discarded, or `children`. */
function Footer({ arranging: { state, cancel }, isAsking, setAsking, onClose, children }: FooterProps) {
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-hairline bg-card px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {state.step === 'editing' && state.failure !== null && (
        <Notice tone="danger" role="alert">
          {state.failure}
        </Notice>
      )}
      {state.step === 'making' ? (
        <ProgressBar
          label={words.progress}
          text={state.done === state.total ? words.saving : words.making(state.done + 1, state.total)}
          percent={Math.round((state.done / (state.total + 1)) * 100)}
          onCancel={cancel}
        />
      ) : isAsking ? (
        <Leaving onStay={() => setAsking(false)} onLeave={onClose} />
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-3">{children}</div>
      )}
    </div>
  );
}

/** Lists the materials by the numbers that their pages have. */
function JoinedFiles({ materials }: Pick<PagesDialogProps, 'materials'>) {
  return (
    <ol aria-label={words.joinedFiles} className="grid gap-1 text-sm">
      {materials.map(({ id, title, pageCount }, index) => (
        <li key={id} className="wrap-anywhere">
          {words.joinedFile(
            <span key="file" className="text-muted">
              {words.fileNumber(index + 1)}
            </span>,
            <bdi key="title">{title}</bdi>,
            pageCount,
            index === 0,
          )}
        </li>
      ))}
    </ol>
  );
}

/** Number of pictures that are loaded at the same time. */
const loadedAtOnce = 2;

/** Loads the pictures of pages that were in view, in turn, and remembers what they show. */
function useLoading(plan: PagePlan) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState<ReadonlyMap<string, PageLooks>>(new Map());
  const sheets = new Set(pagesOf(plan).map(sheetOf));
  const next = new Set([...sheets].filter((sheet) => seen.has(sheet) && !loaded.has(sheet)).slice(0, loadedAtOnce));
  return {
    isTall: (page: PlannedPage) => loaded.get(sheetOf(page))?.isTall ?? false,
    isTwoUp: (page: PlannedPage) => loaded.get(sheetOf(page))?.isTwoUp ?? false,
    mayLoad: (page: PlannedPage) => loaded.has(sheetOf(page)) || next.has(sheetOf(page)),
    onSeen: (page: PlannedPage) => setSeen((before) => new Set(before).add(sheetOf(page))),
    onLoaded: (page: PlannedPage, looks: PageLooks) => setLoaded((before) => new Map(before).set(sheetOf(page), looks)),
  };
}

function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <section
      ref={focus}
      tabIndex={-1}
      aria-label={words.discardQuestion}
      className="flex flex-wrap items-center justify-end gap-3 outline-none"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm">{words.discardExplanation}</p>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
        <Button variant="secondary" onClick={onStay}>
          {words.keepEditing}
        </Button>
        <Button variant="destructive" onClick={onLeave}>
          {actions.discard}
        </Button>
      </div>
    </section>
  );
}

type OutcomeProps = { arranging: Arranging; material: Material; hasJoined: boolean; onClose: () => void };

function Outcome({ arranging: { state, undo, isUndoing }, material, hasJoined, onClose }: OutcomeProps) {
  return (
    <div ref={focus} tabIndex={-1} className="grid gap-4 outline-none">
      {state.step === 'done' ? (
        <Notice tone="success">{words.done(material.title, state.created, state.joined)}</Notice>
      ) : (
        <Notice tone="success">{words.undone(material.title, hasJoined)}</Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {state.step === 'done' && (
          <Button variant="secondary" busy={isUndoing} onClick={() => void undo(state.changeId)}>
            {isUndoing ? words.undoing : actions.undo}
          </Button>
        )}
        <Button onClick={onClose}>{actions.close}</Button>
      </div>
    </div>
  );
}

/** Ref callback: moves the focus to new content that replaces what had it. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
