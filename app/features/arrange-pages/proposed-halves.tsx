import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as words from '#messages/arrange-pages.ts';
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
  return (
    <Notice
      action={
        <Button variant="secondary" size="small" onClick={() => onCut(whole.map(({ key }) => key))}>
          {words.cutInTwo(whole.length)}
        </Button>
      }
    >
      {words.twoPages(whole.length)}
    </Notice>
  );
}
