import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { latinDigits } from '#domain/text/latin-digits.ts';
import { digits } from '#messages/format.ts';
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
  const label = words.neighbour[which](titleWithYear(paper));
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
      <span>{digits(paper.year)}</span>
    </button>
  );
}

/** Returns the title of a paper with its year as the tool shows it, because the visible year is a part of the name. */
export function titleWithYear({ title, year }: Neighbour): string {
  const at = latinDigits(title).indexOf(year);
  if (at < 0) return words.paperOfYear(title, year);
  return title.slice(0, at) + digits(year) + title.slice(at + year.length);
}
