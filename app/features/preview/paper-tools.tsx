import { Download, Minus, Moon, Plus, Printer, Sun, type LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { keyCap } from '#app/features/viewing/action-keys.ts';
import { viewingActions, type ViewingActionName } from '#app/features/viewing/viewing-actions.ts';
import type { PaperActionName } from './paper-keys.ts';
import { zoomLimits } from '#app/features/viewing/zoom.ts';

type PaperToolsProps = {
  isShown: boolean;
  isDark: boolean;
  zoom: number;
  downloadUrl: string;
  downloadLinkRef: Ref<HTMLAnchorElement>;
  onRun: (name: ViewingActionName) => void;
};

/** The toolbar of the paper preview. */
export function PaperTools({ isShown, isDark, zoom, downloadUrl, downloadLinkRef, onRun }: PaperToolsProps) {
  const tools = { isShown, zoom, onRun };
  return (
    <section className="paper-dialog-tools" aria-label="Paper tools">
      <div className="paper-dialog-group">
        <Tool name="zoomOut" icon={Minus} {...tools} />
        <output aria-label="Zoom">{Math.round(zoom * 100)} %</output>
        <Tool name="zoomIn" icon={Plus} {...tools} />
      </div>
      <div className="paper-dialog-group">
        <Tool name="toggleDark" icon={isDark ? Sun : Moon} isOn={isDark} {...tools} />
        <Tool name="print" icon={Printer} {...tools} />
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

/** Whether an action is available: zoom and print only while the paper is shown. */
export function canRun(name: PaperActionName, isShown: boolean, zoom: number): boolean {
  switch (name) {
    case 'zoomOut':
      return isShown && zoom > zoomLimits.min;
    case 'zoomIn':
      return isShown && zoom < zoomLimits.max;
    case 'print':
      return isShown;
    case 'toggleDark':
    case 'download':
    case 'nextHit':
    case 'previousHit':
    case 'clearMarks':
      return true;
  }
}

type ToolProps = {
  name: ViewingActionName;
  icon: LucideIcon;
  isOn?: boolean;
  isShown: boolean;
  zoom: number;
  onRun: (name: ViewingActionName) => void;
};

function Tool({ name, icon: Icon, isOn, isShown, zoom, onRun }: ToolProps) {
  const action = viewingActions[name];
  return (
    <button
      type="button"
      className="paper-dialog-tool"
      aria-label={action.label}
      aria-pressed={isOn}
      aria-keyshortcuts={action.keys.join(' ')}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      disabled={!canRun(name, isShown, zoom)}
      onClick={() => onRun(name)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
