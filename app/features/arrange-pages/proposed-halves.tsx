import { countOf } from '#domain/text/count-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { pagesOf, type PagePlan, type PlannedPage } from './page-plan.ts';

type ProposedHalvesProps = {
  plan: PagePlan;
  /** True if a page of the file seems to show two pages side by side; false until its picture is loaded. */
  isTwoUp: (page: PlannedPage) => boolean;
  /** Called with the keys of the pages to cut. */
  onCut: (keys: readonly string[]) => void;
};

/** Renders the proposal to cut pages that show two pages side by side; nothing if there are none, or all are cut. */
export function ProposedHalves({ plan, isTwoUp, onCut }: ProposedHalvesProps) {
  const whole = pagesOf(plan).filter((page) => page.part === null && isTwoUp(page));
  if (whole.length === 0) return null;
  const isOne = whole.length === 1;
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={() => onCut(whole.map(({ key }) => key))}>
          {isOne ? 'Cut it in two' : 'Cut them in two'}
        </Button>
      }
    >
      {countOf(whole.length, 'page')} {isOne ? 'seems' : 'seem'} to show two pages side by side.
    </Notice>
  );
}
