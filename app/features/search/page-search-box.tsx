import { SearchBox } from './search-box.tsx';
import { useSearchDialog } from './search-dialog.tsx';

/** Same as the breakpoint `md` (app/styles/tokens.css). */
const phone = '(max-width: 48rem)';

/** Renders the search box within a page. On a phone a touch opens the search dialog, which has the whole screen. */
export function PageSearchBox({ text }: { text: string }) {
  const { dialog, open } = useSearchDialog();
  return (
    <>
      <SearchBox text={text} onClick={(box) => matchMedia(phone).matches && open(box)} />
      {dialog}
    </>
  );
}
