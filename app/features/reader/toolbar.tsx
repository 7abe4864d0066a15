import {
  ChevronDown,
  ChevronUp,
  Download,
  Highlighter,
  List,
  Minus,
  Moon,
  Plus,
  Search,
  Sun,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { Ref } from 'react';
import { PageBox } from './page-box.tsx';
import { keyCap, readerAction, type ReaderActionName, type ReaderControls } from './reader-actions.ts';
import { pageCountOf, type ReaderState } from './reader-state.ts';

type ToolbarProps = {
  state: ReaderState;
  controls: ReaderControls;
  title: string;
  titleId: string;
  pageBoxRef: Ref<HTMLInputElement>;
};

/**
 * The reader's controls. One bar above the pages on a wide window; on a narrow one the title stays above and what the
 * thumb needs lies below (reader.css places them).
 */
export function Toolbar({ state, controls, title, titleId, pageBoxRef }: ToolbarProps) {
  const tool = { state, controls };
  return (
    <>
      <div className="reader-head">
        <Tool name="close" icon={X} {...tool} />
        <h2 id={titleId} data-tooltip-if-cut="">
          {title}
        </h2>
        <Tool name="download" icon={Download} {...tool} />
      </div>
      <section className="reader-tools" aria-label="Reader tools">
        <div className="reader-tool-group reader-zoom">
          <Tool name="zoomOut" icon={Minus} {...tool} />
          <output aria-label="Zoom">{Math.round(state.zoom * 100)} %</output>
          <Tool name="zoomIn" icon={Plus} {...tool} />
        </div>
        <div className="reader-tool-group">
          <Tool name="previousPage" icon={ChevronUp} {...tool} />
          <PageBox
            currentPage={state.currentPage}
            pageCount={pageCountOf(state)}
            isDisabled={!readerAction('goToPage').isEnabled(state)}
            onGo={controls.goToPage}
            inputRef={pageBoxRef}
          />
          <Tool name="nextPage" icon={ChevronDown} {...tool} />
        </div>
        <div className="reader-tool-group">
          <Tool name="contents" icon={List} {...tool} />
          <Tool name="find" icon={Search} {...tool} />
          <Tool name="toggleHighlighting" icon={Highlighter} {...tool} />
          <Tool name="toggleDark" icon={state.isDark ? Sun : Moon} {...tool} />
        </div>
      </section>
    </>
  );
}

type ToolProps = { name: ReaderActionName; icon: LucideIcon; state: ReaderState; controls: ReaderControls };

function Tool({ name, icon: Icon, state, controls }: ToolProps) {
  const action = readerAction(name);
  return (
    <button
      type="button"
      className="reader-tool"
      data-tool={name}
      aria-label={action.label}
      data-tooltip={action.label}
      data-tooltip-keys={keyCap(action)}
      aria-keyshortcuts={action.keys.join(' ') || action.keyHeardElsewhere}
      aria-pressed={action.isOn?.(state)}
      disabled={!action.isEnabled(state)}
      onClick={() => action.run(controls, state)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
