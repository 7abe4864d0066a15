import { BookX } from 'lucide-react';
import { useEffect, useId } from 'react';
import { pages } from '#contract/addresses.ts';
import { forgetOpened } from '#app/features/my-reading/opened-materials.ts';
import { useOpenedDialog } from '#app/features/viewer/side.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/open-material/gone.ts';

const reasons = {
  hidden: words.whyHidden,
  withdrawn: words.whyWithdrawn,
  missing: words.whyMissing,
};

export type GoneNoticeProps = {
  id: string;
  state: keyof typeof reasons;
  onClose: () => void;
};

/** Shows over the page that the material in the address is not available, with links to other pages. */
export function GoneNotice({ id, state, onClose }: GoneNoticeProps) {
  const dialog = useOpenedDialog({ onClose });
  // Both sides may show this notice.
  const titleId = useId();
  const reasonId = useId();
  useEffect(
    function forgetInBrowser() {
      forgetOpened(id);
    },
    [id],
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={reasonId}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] overflow-y-auto rounded-card bg-card p-6 text-center text-ink shadow-float outline-none backdrop:bg-shade"
    >
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-sunken text-muted">
        <BookX aria-hidden="true" className="size-7" />
      </span>
      <h2 id={titleId} className="mt-4 text-xl">
        {state === 'hidden' ? words.hidden : words.gone}
      </h2>
      <p id={reasonId} className="mt-2 text-muted">
        {reasons[state]} {words.tryAnother}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button size="small" variant="secondary" onClick={onClose}>
          {actions.close}
        </Button>
        <LinkButton size="small" to={pages.home()} activeOptions={{ exact: true }}>
          {words.browse}
        </LinkButton>
      </div>
    </dialog>
  );
}
