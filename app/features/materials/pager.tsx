import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/materials/pager.ts';
import { lastPart } from './last-part.ts';

type PagerProps = { part: number; size: number; total: number };

/** Renders links to the parts of a long list; nothing if there is one part. The part is in the address. */
export function Pager({ part, size, total }: PagerProps) {
  const last = lastPart(total, size);
  if (last <= 1) return null;
  return (
    <nav aria-label={words.pagesOfList} className="no-print mt-8 flex flex-wrap items-center justify-center gap-3">
      <Step to={part - 1} last={last} label={actions.previous} />
      <p className="text-sm text-muted">{words.pageOf(part, last)}</p>
      <Step to={part + 1} last={last} label={actions.next} />
    </nav>
  );
}

function Step({ to, last, label }: { to: number; last: number; label: string }) {
  const style = buttonStyle('secondary', 'small');
  if (to < 1 || to > last) {
    return (
      <span aria-disabled="true" className={style}>
        {label}
      </span>
    );
  }
  return (
    <Link to="." search={(search) => ({ ...search, part: to === 1 ? undefined : to })} className={style}>
      {label}
    </Link>
  );
}
