import { useQuery, queryOptions } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { SideContext, useSide, type Side } from '#app/features/viewer/side.ts';
import { besideOf, swapSides, type Opened, type OpenedSide } from '#app/features/materials/opened-address.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import * as words from '#messages/open-material/opening.ts';
import { useWriteOpened, useClose } from './opened-navigation.ts';
import { createSideFocus } from './side-focus.ts';
import { OpeningNotice } from './opening-notice.tsx';

/** One of the opened materials, and the other one, if the address names two. */
export type OpenedOne = OpenedSide & { find: string; beside: OpenedSide | null };

/** Media query for windows on which two materials fit side by side. */
const wideWindow = '(width >= 1200px) and (height > 480px)';

type OpenedSidesProps = { opened: Opened; renderSide: (side: OpenedOne) => ReactNode };

/**
 * Renders the opened material, or two side by side on a wide window. Each has the same position in the tree whether it
 * is alone or not, so opening, exchanging or closing one changes nothing in the other. An error in one stays on its
 * side.
 */
export function OpenedSides({ opened, renderSide }: OpenedSidesProps) {
  const { right } = opened;
  const write = useWriteOpened();
  const isWide = useIsWide();
  const [choosingFor, setChoosingFor] = useState<string | null>(null);
  const { data: code } = useQuery({ ...loadCompare(), enabled: right !== undefined || choosingFor !== null });
  const areTwo = right !== undefined && isWide && code !== undefined;
  const left: OpenedOne = { ...opened, beside: right ?? null };
  const shown = areTwo ? [left, { ...right, find: '', beside: besideOf(opened, right.id) }] : [left];
  const inOrder = useSteadyOrder(shown);
  const [focus] = useState(() => createSideFocus(opened.id));
  useFocusReturn();

  function describeSide({ id, beside }: OpenedOne): Side {
    return {
      id,
      at: areTwo ? (id === opened.id ? 'left' : 'right') : null,
      canCompare: isWide,
      compare: () => setChoosingFor(id),
      swapSides: () => write(swapSides),
      otherSide: () => beside && code?.focusSide(beside.id),
      takesFocus: () => !areTwo || !beside || focus.isFor(id, beside.id),
      offer: right && !isWide && code ? <code.OtherOffer id={right.id} /> : null,
    };
  }

  return (
    <>
      {inOrder.map((each) => {
        const side = describeSide(each);
        return (
          <SideContext key={each.id} value={side}>
            <div
              role={side.at ? 'region' : undefined}
              aria-label={side.at ? (side.at === 'left' ? words.leftSide : words.rightSide) : undefined}
              data-side={side.at ?? ''}
              data-side-of={each.id}
              onFocus={() => focus.note(each.id)}
            >
              <CatchBoundary getResetKey={() => each.id} errorComponent={CrashNotice}>
                {renderSide(each)}
              </CatchBoundary>
            </div>
          </SideContext>
        );
      })}
      {areTwo && <code.TwoSides ids={shown.map(({ id }) => id)} />}
      {choosingFor !== null && code && (
        <code.CompareDialog
          id={choosingFor}
          besideId={besideOf(opened, choosingFor)?.id}
          onChoose={focus.want}
          onClose={() => setChoosingFor(null)}
        />
      )}
    </>
  );
}

/**
 * Returns the focus to the element that had it before the first dialog, if the dialog has not done so: a dialog opened
 * next to another doesn't know that element.
 */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    function returnFocus() {
      return () => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true });
      };
    },
    [opener],
  );
}

/**
 * Returns the sides in the order in which they were opened, because an element that is moved in the page loses its scroll
 * position.
 */
function useSteadyOrder(sides: OpenedOne[]): OpenedOne[] {
  const ids = sides.map(({ id }) => id);
  const [order, setOrder] = useState(ids);
  const steady = [...order.filter((id) => ids.includes(id)), ...ids.filter((id) => !order.includes(id))];
  if (steady.join() !== order.join()) setOrder(steady);
  return steady.flatMap((id) => sides.find((side) => side.id === id) ?? []);
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(wideWindow);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(wideWindow).matches,
    () => false,
  );
}

/** Replaces an opened material that failed to render, on its side only. React has logged the error. */
function CrashNotice({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  return <OpeningNotice text={words.crashed} onTryAgain={reset} onClose={useClose(useSide().id)} />;
}

/** Loads the code for reading two materials side by side, on first use (see load-dialog.ts). */
function loadCompare() {
  return queryOptions({
    queryKey: ['dialog-code', 'compare'],
    queryFn: async () => await fetchCode(() => import('./compare-dialog.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
