import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import * as words from '#messages/viewer.ts';
import { keyCap } from './action-keys.ts';
import { neighbourActions, type Neighbour, type Neighbours } from './viewing-actions.ts';
import './neighbour-tools.css';

type NeighbourToolsProps = {
  /** Null while they load. */
  neighbours: Neighbours | null;
  /** The class of the tools beside them. */
  toolClass: string;
};

/**
 * Renders the years of the papers before and after the open one. Each opens that paper in place of it. Takes the space of
 * two years, also while they load, so that no tool moves when they arrive.
 */
export function NeighbourTools({ neighbours, toolClass }: NeighbourToolsProps) {
  const { older, newer, go } = neighbours ?? { older: null, newer: null, go: () => {} };
  const tool = { toolClass, go };
  return (
    <div className="neighbour-tools">
      {older && <NeighbourTool which="older" icon={ChevronLeft} paper={older} {...tool} />}
      {older && newer && (
        <span className="neighbour-divider" aria-hidden="true">
          ·
        </span>
      )}
      {newer && <NeighbourTool which="newer" icon={ChevronRight} paper={newer} {...tool} />}
    </div>
  );
}

type NeighbourToolProps = {
  which: 'older' | 'newer';
  icon: LucideIcon;
  paper: Neighbour;
  toolClass: string;
  go: Neighbours['go'];
};

function NeighbourTool({ which, icon: Icon, paper, toolClass, go }: NeighbourToolProps) {
  const action = which === 'newer' ? neighbourActions.newerPaper : neighbourActions.olderPaper;
  // The visible year is a part of the name.
  const title = paper.title.includes(paper.year) ? paper.title : words.paperOfYear(paper.title, paper.year);
  const label = words.neighbour[which](title);
  return (
    <button
      type="button"
      className={`${toolClass} neighbour-tool`}
      data-tool={action.name}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keyCap(action)}
      aria-keyshortcuts={action.keys.join(' ')}
      onClick={() => go(which)}
    >
      <Icon aria-hidden="true" />
      <span>{paper.year}</span>
    </button>
  );
}
