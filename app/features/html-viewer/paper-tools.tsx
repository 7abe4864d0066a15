import {
  AppWindow,
  ArrowLeftRight,
  CircleCheck,
  CloudDownload,
  Columns2,
  Download,
  Minus,
  Moon,
  Plus,
  Printer,
  Search,
  Share2,
  Sun,
  Timer,
} from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { keyCap, findByKey } from '#app/features/viewer/action-keys.ts';
import { compareActions, useSideLabel, type Comparing } from '#app/features/viewer/comparing.ts';
import { ToolMenu } from '#app/features/viewer/menu/tool-menu.tsx';
import { NeighbourTools } from '#app/features/viewer/neighbour-tools.tsx';
import {
  doneAction,
  examAction,
  neighbourActions,
  viewingActions,
  hitActions,
  type Done,
  type Exam,
  type Neighbours,
  type ViewingActionName,
} from '#app/features/viewer/viewing-actions.ts';
import { zoomLimits } from '#app/features/viewer/zoom.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/html-viewer.ts';
import * as viewerWords from '#messages/viewer.ts';

/** The actions that have keys in the paper preview. The keys of `closeFind` and for hits only work while the find bar is open. */
export type PaperActionName =
  | ViewingActionName
  | keyof typeof neighbourActions
  | keyof typeof compareActions
  | keyof typeof hitActions
  | typeof originalPage.name
  | typeof doneAction.name
  | typeof examAction.name
  | 'closeFind';

/** Shows a saved web page as it was saved, instead of its reading view. */
const originalPage = { name: 'originalPage', label: words.originalPage, keys: ['u'] } as const;

/** Returns the action of a pressed key, or null. */
export function actionOfKey(event: KeyboardEvent, isFinding: boolean): PaperActionName | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  const isTyping = event.target instanceof HTMLInputElement;
  if (isFinding && key === 'Escape') return 'closeFind';
  const actions = [
    ...Object.values(viewingActions),
    ...Object.values(neighbourActions),
    ...Object.values(compareActions),
    originalPage,
    doneAction,
    examAction,
    ...(isFinding ? Object.values(hitActions) : []),
  ];
  return findByKey(actions, { key, ctrlKey, altKey, metaKey, shiftKey, isTyping })?.name ?? null;
}

type PaperToolsProps = {
  isShown: boolean;
  /** True while the page is shown as it was saved; undefined if it has no reading view. */
  isOriginal: boolean | undefined;
  isDark: boolean;
  zoom: number;
  neighbours: Neighbours | null | undefined;
  done: Done | undefined;
  exam: Exam | undefined;
  comparing: Comparing;
  /** True on a phone, whose bar has one row within reach of the thumb, and a menu with the other actions. */
  isNarrow: boolean;
  onRun: (name: PaperActionName) => void;
};

/** Renders the toolbar of the paper preview. On a phone it is at the bottom, and has the places of the reader's. */
export function PaperTools({ onRun, isNarrow, ...state }: PaperToolsProps) {
  const tool = (name: ToolName) => <Tool name={name} state={state} onRun={onRun} />;
  const years = hasNeighbours(state.neighbours) && (
    <NeighbourTools neighbours={state.neighbours ?? null} toolClass="paper-dialog-tool" />
  );
  return (
    <section className="paper-dialog-tools" aria-label={useSideLabel(words.tools)}>
      {isNarrow ? (
        <>
          <div className="paper-dialog-group">{years}</div>
          <div className="paper-dialog-group">
            {state.isOriginal !== undefined && tool('originalPage')}
            {state.done && tool('toggleDone')}
            {tool('find')}
            <PaperMenu
              names={{
                view: ['zoomOut', 'zoomIn', 'toggleDark'],
                document: ['examMode', 'share', 'saveOffline', 'print'],
              }}
              state={state}
              onRun={onRun}
            />
          </div>
        </>
      ) : (
        <>
          <div className="paper-dialog-group">
            {tool('zoomOut')}
            <output aria-label={viewerWords.zoom}>{digits(Math.round(state.zoom * 100))} %</output>
            {tool('zoomIn')}
          </div>
          {years && <div className="paper-dialog-group">{years}</div>}
          {state.comparing && (
            <div className="paper-dialog-group">
              {tool('compare')}
              {state.comparing === 'beside' && tool('swapSides')}
            </div>
          )}
          <div className="paper-dialog-group">
            {state.isOriginal !== undefined && tool('originalPage')}
            {state.done && tool('toggleDone')}
            {tool('find')}
            {tool('toggleDark')}
            {tool('share')}
            {tool('download')}
            <PaperMenu
              names={{ view: [], document: ['examMode', 'saveOffline', 'print'] }}
              state={state}
              onRun={onRun}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** True if there are other papers, or while they load. */
function hasNeighbours(neighbours: Neighbours | null | undefined): boolean {
  return neighbours === null || (neighbours?.older ?? neighbours?.newer ?? null) !== null;
}

/** The actions that have a button or a row of the menu. */
const tools = {
  zoomOut: { ...viewingActions.zoomOut, icon: Minus },
  zoomIn: { ...viewingActions.zoomIn, icon: Plus },
  find: { ...viewingActions.find, icon: Search },
  toggleDark: { ...viewingActions.toggleDark, icon: Moon },
  download: { ...viewingActions.download, icon: Download },
  share: { ...viewingActions.share, icon: Share2 },
  saveOffline: { ...viewingActions.saveOffline, icon: CloudDownload },
  print: { ...viewingActions.print, icon: Printer },
  compare: { ...compareActions.compare, icon: Columns2 },
  swapSides: { ...compareActions.swapSides, icon: ArrowLeftRight },
  originalPage: { ...originalPage, icon: AppWindow },
  toggleDone: { ...doneAction, icon: CircleCheck },
  examMode: { ...examAction, icon: Timer },
};

type ToolName = keyof typeof tools;

/** Returns an action with its present look; `isOn` is undefined if it can't be on or off. */
function toolOf(name: ToolName, { isDark, isOriginal, done, exam }: PaperState) {
  const states = { toggleDark: isDark, originalPage: isOriginal, toggleDone: done?.isDone, examMode: exam?.isOn };
  const isOn: boolean | undefined = name in states ? states[name as keyof typeof states] : undefined;
  return { ...tools[name], ...(name === 'toggleDark' && isDark && { icon: Sun }), isOn };
}

type PaperMenuProps = {
  names: { view: readonly ToolName[]; document: readonly ToolName[] };
  state: PaperState;
  onRun: (name: PaperActionName) => void;
};

/** Renders the actions that have no place in the bar. */
function PaperMenu({ names, state, onRun }: PaperMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const entriesOf = (names: readonly ToolName[]) =>
    names
      .filter((name) => name !== 'examMode' || state.exam)
      .map((name) => ({ ...toolOf(name, state), isEnabled: canRun(name, state), run: () => onRun(name) }));
  return (
    <ToolMenu
      isOpen={isOpen}
      onToggle={setIsOpen}
      groups={[
        { title: viewerWords.viewGroup, entries: entriesOf(names.view) },
        { title: viewerWords.documentGroup, entries: entriesOf(names.document) },
      ]}
      zoom={state.zoom}
      toolClass="paper-dialog-tool"
    />
  );
}

/** The state that determines the available actions and their look. */
type PaperState = Omit<PaperToolsProps, 'isNarrow' | 'onRun'>;

/** True if an action is available: zoom and print only while the paper is shown. */
export function canRun(
  name: PaperActionName,
  { isShown, isOriginal, zoom, neighbours, done, exam, comparing }: Omit<PaperState, 'isDark'>,
): boolean {
  switch (name) {
    case 'zoomOut':
      return isShown && zoom > zoomLimits.min;
    case 'zoomIn':
      return isShown && zoom < zoomLimits.max;
    case 'print':
    case 'find':
    case 'selectAll':
      return isShown;
    case 'originalPage':
      return isOriginal !== undefined;
    case 'toggleDone':
      return done !== undefined;
    case 'examMode':
      return isShown && exam !== undefined;
    case 'newerPaper':
      return (neighbours?.newer ?? null) !== null;
    case 'olderPaper':
      return (neighbours?.older ?? null) !== null;
    case 'compare':
      return comparing !== null;
    case 'swapSides':
    case 'otherSide':
      return comparing === 'beside';
    case 'toggleDark':
    case 'download':
    case 'share':
    case 'saveOffline':
    case 'nextHit':
    case 'previousHit':
    case 'closeFind':
      return true;
  }
}

type ToolProps = { name: ToolName; state: PaperState; onRun: (name: PaperActionName) => void };

function Tool({ name, state, onRun }: ToolProps) {
  const { icon: Icon, isOn, ...action } = toolOf(name, state);
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      data-tool={name}
      aria-label={action.label}
      aria-pressed={isOn}
      aria-keyshortcuts={action.keys.join(' ')}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      disabled={!canRun(name, state)}
      onClick={() => onRun(name)}
    >
      <Icon aria-hidden="true" />
      {name === 'originalPage' && <span aria-hidden="true">{action.label}</span>}
    </button>
  );
}
