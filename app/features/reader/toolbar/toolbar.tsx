import { createElement, useState, type Ref } from 'react';
import { arrangeBars } from '#app/features/reader/menu/bar-actions.ts';
import { touchActions } from '#app/features/reader/menu/touch-rows.ts';
import { PageBox } from './page-box.tsx';
import {
  actionGroups,
  readerAction,
  type ReaderAction,
  type ReaderActionName,
  type ReaderControls,
} from '#app/features/reader/actions/reader-actions.ts';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { ToolMenu, touchScreen } from '#app/features/viewer/menu/tool-menu.tsx';
import { NeighbourTools } from '#app/features/viewer/neighbour-tools.tsx';
import type { Neighbours } from '#app/features/viewer/viewing-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import { pageCountOf, type ReaderState } from '#app/features/reader/state/reader-state.ts';
import { useWindowSize } from '#app/features/viewer/use-window-size.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/reader/pages.ts';
import * as viewerWords from '#messages/viewer.ts';
import { langOf } from '#app/ui/lang-of.ts';

type ToolbarProps = {
  state: ReaderState;
  labels: readonly string[] | null;
  controls: ReaderControls;
  title: string;
  titleId: string;
  pageBoxRef: Ref<HTMLInputElement>;
  /** The other papers of the subject; null while they load, undefined for other kinds. */
  neighbours: Neighbours | null | undefined;
};

/**
 * Renders the toolbars of the reader. A wide window has one above the pages. A narrow one has the title above and the
 * main tools below, within reach of the thumb (placed by toolbar.css). All other actions are in the menu.
 */
export function Toolbar({ state, labels, controls, title, titleId, pageBoxRef, neighbours }: ToolbarProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const hasPapers = neighbours === null || (neighbours?.older ?? neighbours?.newer ?? null) !== null;
  const bars = arrangeBars(useWindowSize().width, { isBeside: state.comparing === 'beside', hasPapers });
  const [before, ...after] = bars.pages;
  const tools = (names: readonly ReaderActionName[]) =>
    names
      .filter((name) => readerAction(name).isOffered?.(state) ?? true)
      .map((name) => <Tool key={name} name={name} state={state} controls={controls} />);
  return (
    <>
      <div className="reader-head">
        {tools(bars.head.slice(0, 1))}
        <h2 id={titleId} data-tooltip-if-cut="">
          <bdi lang={langOf(title)}>{title}</bdi>
        </h2>
        {tools(bars.head.slice(1))}
      </div>
      <section className="reader-tools" aria-label={useSideLabel(words.tools)}>
        <div className="reader-tool-group">
          {before && tools([before])}
          <PageBox
            currentPage={state.currentPage}
            pageCount={pageCountOf(state)}
            labels={labels}
            isDisabled={!readerAction('goToPage').isEnabled(state)}
            onGo={controls.goToPage}
            inputRef={pageBoxRef}
          />
          {tools(after)}
        </div>
        {bars.zoom.length > 0 && (
          <div className="reader-tool-group reader-zoom">
            {tools(bars.zoom.slice(0, 1))}
            <output aria-label={viewerWords.zoom}>{digits(Math.round(state.zoom * 100))} %</output>
            {tools(bars.zoom.slice(1))}
          </div>
        )}
        <div className="reader-tool-group">
          {hasPapers && bars.papers.length > 0 && (
            <NeighbourTools neighbours={neighbours ?? null} toolClass="reader-tool" />
          )}
          {tools(bars.reading)}
          <ToolMenu
            isOpen={isMenuOpen}
            onToggle={setIsMenuOpen}
            groups={menuGroups(state, controls, ['goToPage', ...Object.values(bars).flat()])}
            zoom={state.zoom}
            toolClass="reader-tool"
          />
        </div>
      </section>
    </>
  );
}

/** Returns the actions of the menu: those that no toolbar has, or on a touch screen the most important ones. */
function menuGroups(state: ReaderState, controls: ReaderControls, elsewhere: readonly ReaderActionName[]) {
  const onTouch = matchMedia(touchScreen).matches ? touchActions(state, elsewhere) : null;
  const isShown = ({ name, isOffered }: ReaderAction) =>
    onTouch ? onTouch.includes(name) : !elsewhere.includes(name) && (isOffered?.(state) ?? true);
  return actionGroups.map(({ title, actions }) => ({
    title,
    entries: actions.filter(isShown).map((action) => ({
      ...action,
      isEnabled: action.isEnabled(state),
      isOn: action.isOn?.(state),
      run: () => action.run(controls, state),
    })),
  }));
}

type ToolProps = { name: ReaderActionName; state: ReaderState; controls: ReaderControls };

function Tool({ name, state, controls }: ToolProps) {
  const action = readerAction(name);
  const isOn = action.isOn?.(state);
  const icon = (isOn && action.iconOn) || action.icon;
  return (
    <button
      type="button"
      className="reader-tool"
      data-tool={name}
      aria-label={action.label}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      aria-keyshortcuts={action.keys.join(' ') || action.keyHandledElsewhere}
      aria-pressed={isOn}
      disabled={!action.isEnabled(state)}
      onClick={() => action.run(controls, state)}
    >
      {createElement(icon, { 'aria-hidden': true })}
    </button>
  );
}
