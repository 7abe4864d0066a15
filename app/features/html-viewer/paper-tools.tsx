import {
  AppWindow,
  ArrowLeftRight,
  CalendarArrowDown,
  CalendarArrowUp,
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
  type LucideIcon,
} from 'lucide-react';
import type { Ref, KeyboardEvent } from 'react';
import { keyCap, findByKey } from '#app/features/viewer/action-keys.ts';
import { compareActions, useSideLabel, type Comparing } from '#app/features/viewer/comparing.ts';
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
const originalPage = { name: 'originalPage', label: 'Original page', keys: ['u'] } as const;

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
  downloadUrl: string;
  downloadLinkRef: Ref<HTMLAnchorElement>;
  onRun: (name: PaperActionName) => void;
};

/** Renders the toolbar of the paper preview. */
export function PaperTools({ isDark, downloadUrl, downloadLinkRef, onRun, ...state }: PaperToolsProps) {
  const { zoom, neighbours, done, exam, comparing } = state;
  const tools = { state, onRun };
  return (
    <section className="paper-dialog-tools" aria-label={useSideLabel('Paper tools')}>
      <div className="paper-dialog-group">
        <Tool action={viewingActions.zoomOut} icon={Minus} {...tools} />
        <output aria-label="Zoom">{Math.round(zoom * 100)} %</output>
        <Tool action={viewingActions.zoomIn} icon={Plus} {...tools} />
      </div>
      {neighbours !== undefined && (
        <div className="paper-dialog-group">
          <Tool action={neighbourActions.newerPaper} icon={CalendarArrowUp} {...tools} />
          <Tool action={neighbourActions.olderPaper} icon={CalendarArrowDown} {...tools} />
        </div>
      )}
      {comparing && (
        <div className="paper-dialog-group">
          <Tool action={compareActions.compare} icon={Columns2} {...tools} />
          {comparing === 'beside' && <Tool action={compareActions.swapSides} icon={ArrowLeftRight} {...tools} />}
        </div>
      )}
      <div className="paper-dialog-group">
        {state.isOriginal !== undefined && (
          <Tool action={originalPage} icon={AppWindow} isOn={state.isOriginal} {...tools} />
        )}
        {done && <Tool action={doneAction} icon={CircleCheck} isOn={done.isDone} {...tools} />}
        {exam && <Tool action={examAction} icon={Timer} isOn={exam.isOn} {...tools} />}
        <Tool action={viewingActions.find} icon={Search} {...tools} />
        <Tool action={viewingActions.toggleDark} icon={isDark ? Sun : Moon} isOn={isDark} {...tools} />
        <Tool action={viewingActions.share} icon={Share2} {...tools} />
        <Tool action={viewingActions.saveOffline} icon={CloudDownload} {...tools} />
        <Tool action={viewingActions.print} icon={Printer} {...tools} />
        <a
          ref={downloadLinkRef}
          className="paper-dialog-tool"
          href={downloadUrl}
          download
          aria-label="Download"
          aria-keyshortcuts={viewingActions.download.keys.join(' ')}
          data-tooltip="Download"
          data-tooltip-keys={keyCap(viewingActions.download)}
        >
          <Download aria-hidden="true" />
        </a>
      </div>
    </section>
  );
}

/** The state that determines the available actions. */
type PaperState = Pick<
  PaperToolsProps,
  'isShown' | 'isOriginal' | 'zoom' | 'neighbours' | 'done' | 'exam' | 'comparing'
>;

/** True if an action is available: zoom and print only while the paper is shown. */
export function canRun(
  name: PaperActionName,
  { isShown, isOriginal, zoom, neighbours, done, exam, comparing }: PaperState,
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

type ToolProps = {
  action:
    | (typeof viewingActions)[ViewingActionName]
    | (typeof neighbourActions)[keyof typeof neighbourActions]
    | (typeof compareActions)[keyof typeof compareActions]
    | typeof originalPage
    | typeof doneAction
    | typeof examAction;
  icon: LucideIcon;
  isOn?: boolean;
  state: PaperState;
  onRun: (name: PaperActionName) => void;
};

function Tool({ action, icon: Icon, isOn, state, onRun }: ToolProps) {
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      aria-label={action.label}
      aria-pressed={isOn}
      aria-keyshortcuts={action.keys.join(' ')}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      disabled={!canRun(action.name, state)}
      onClick={() => onRun(action.name)}
    >
      <Icon aria-hidden="true" />
      {action === originalPage && <span aria-hidden="true">{action.label}</span>}
    </button>
  );
}
