import { SearchBox } from './search-box.tsx';
import { useSearchDialog } from './search-dialog.tsx';

/** As the breakpoint `md` (app/styles/tokens.css). */
const phone = '(max-width: 48rem)';

/** The search box within a page. On a phone a touch opens the search dialog, which has the whole screen. */
export function PageSearchBox({ text }: { text: string }) {
  const { dialog, open } = useSearchDialog();
  return (
    <>
      <SearchBox text={text} onClick={() => matchMedia(phone).matches && open()} />
      {dialog}
    </>
  );
}
