import type { KeyboardEvent } from 'react';
import { chooseReadingTheme } from '#app/features/layout/theme.ts';
import { readSelection } from '#app/features/reader/highlights/highlight-text.ts';
import { changeViewSettings } from '#app/features/reader/memory/view-settings.ts';
import { zoomLimits } from '#app/features/viewer/zoom.ts';
import { availablePanel } from '#app/features/reader/state/reader-state.ts';
import type { Reader } from './use-reader.ts';
import { actionOfKey, type ReaderControls } from '#app/features/reader/actions/reader-actions.ts';

/** Maximum length of a selection that Find uses as its query: two lines of a wide page. */
const maxSelectedLetters = 400;

type ControlOptions = { onClose: () => void; onSave: () => void; onReport: (page: number) => void };

/** Creates the operations that actions can perform in this reader. */
export function createControls(reader: Reader, { onClose, onSave, onReport }: ControlOptions): ReaderControls {
  const {
    state,
    change,
    isFinding,
    elements,
    jumping,
    find,
    selection,
    panel,
    share,
    neighbours,
    done,
    exam,
    side,
    toggleBookmark,
  } = reader;
  const { dialog, pages, pageBox, findBox, downloadLink } = elements;

  function fit(kind: 'width' | 'page') {
    if (!pages.current) return;
    const fitsPage = kind === 'page' && !state.fitsPage;
    changeViewSettings({ fitsPage });
    if (!fitsPage)
      return change({ type: 'zoomedTo', zoom: kind === 'page' ? zoomLimits.start : pages.current.fit(kind) });
    change({ type: 'pageFitted', zoom: pages.current.fit('page') });
    // A page that fits the window is also scrolled into view.
    pages.current.goTo(state.currentPage);
  }

  function findSelected() {
    const selected = dialog.current ? readSelection(getSelection(), dialog.current) : [];
    const words = selected
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    const [first] = selected;
    if (first && words.length <= maxSelectedLetters) find.begin({ words, page: first.page, offset: first.start });
    if (isFinding) {
      findBox.current?.focus();
      findBox.current?.select();
    } else panel.open('find');
  }

  return {
    change,
    goToPage: jumping.goToPage,
    step(by) {
      pages.current?.step(by);
      pages.current?.focus();
    },
    togglePanel: (name) => (state.panel === availablePanel(name, state.hasContents) ? panel.close() : panel.open(name)),
    find: findSelected,
    selectAll: selection.selectAll,
    stepHit: (direction) => (isFinding ? find.step(direction) : findSelected()),
    back: jumping.goBack,
    fit,
    askForPage: () => pageBox.current?.focus(),
    trim: (isTrimmed) => {
      changeViewSettings({ isTrimmed, isTrimOffered: true });
      change({ type: 'trimmed', isTrimmed });
    },
    halve: (isHalved) => {
      changeViewSettings({ isHalved, isHalvesOffered: true });
      change({ type: 'halved', isHalved });
    },
    chooseTheme: chooseReadingTheme,
    download: () => downloadLink.current?.click(),
    share: () => share(state.currentPage),
    saveOffline: onSave,
    toggleDone: () => done?.toggle(),
    toggleExam: () => exam?.toggle(),
    toggleBookmark: () => toggleBookmark(state.currentPage),
    readAloud() {
      // Some browsers speak only after a press that spoke, and the code that reads is not loaded yet.
      if (!state.isReadingAloud) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
      // Its bar goes, perhaps with the focus.
      else pages.current?.focus();
      change({ type: 'aloudToggled', isOn: !state.isReadingAloud });
    },
    report: () => onReport(state.currentPage),
    goToNeighbour: (which) => neighbours?.go(which),
    compare: side.compare,
    swapSides: side.swapSides,
    goToOtherSide: side.otherSide,
    close: onClose,
  };
}

/** Runs the action of a pressed key. Escape closes the panel over the pages; otherwise the dialog handles it. */
export function runActionOfKey(event: KeyboardEvent, { state, panel }: Reader, controls: ReaderControls): void {
  // A dialog over the reader handles its own keys.
  if (event.target instanceof Element && event.target.closest('dialog') !== event.currentTarget) return;
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (key === 'Escape' && state.panel) {
    event.preventDefault();
    panel.close();
    return;
  }
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  const action = actionOfKey({ key, ctrlKey, altKey, metaKey, shiftKey, isTyping });
  if (!action?.isEnabled(state)) return;
  event.preventDefault();
  action.run(controls, state);
}
