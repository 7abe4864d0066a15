import { Button } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/manage/list.ts';
import { pageSize } from './shelf-records.ts';

type PageStepsProps = { page: number; total: number; onChange: (page: number) => void };

/** Renders buttons for a list of more than one page; nothing if there is one page. */
export function PageSteps({ page, total, onChange }: PageStepsProps) {
  const last = lastPage(total);
  if (last <= 1) return null;
  return (
    <nav aria-label={words.pagesOfList} className="flex flex-wrap items-center justify-center gap-3 pt-2">
      <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {actions.previous}
      </Button>
      <p className="text-sm text-muted">{words.pageOf(page, last)}</p>
      <Button variant="secondary" size="small" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {actions.next}
      </Button>
    </nav>
  );
}

/** Returns the number of the last page of a list of `total` rows; 1 if there are none. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
