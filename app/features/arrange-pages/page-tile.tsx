import { ImageOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type CSSProperties } from 'react';
import { api } from '#contract/addresses.ts';
import type { PagePart } from '#contract/composition.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { isTwoUp } from '#app/features/viewer/ink/two-up.ts';
import { inkOfPicture } from '#app/features/viewer/ink/page-ink.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/arrange-pages.ts';
import { moveFocusByArrow } from './move-focus-by-arrow.ts';
import type { PlannedPage } from './page-plan.ts';

type PageTileProps = {
  fileId: string;
  page: PlannedPage;
  /** True if pages of several materials are shown. */
  namesFile: boolean;
  isSelected: boolean;
  /** True for the one page that Tab reaches; arrow keys reach the others. */
  isTabStop: boolean;
  disabled: boolean;
  /** False while pictures of other pages are loaded: the server refuses too many of one file at once. */
  mayLoad: boolean;
  onSelect: (isSelected: boolean) => void;
  onFocus: () => void;
  /** Called when the page comes into view. */
  onSeen: () => void;
  /** Called when the picture is loaded, with its looks, or has failed. */
  onLoaded: (looks: PageLooks) => void;
};

/** Shape of the picture of a page, and true if it seems to show two pages side by side. */
export type PageLooks = { isTall: boolean; isTwoUp: boolean };

/** Renders a page as a checkbox with its picture, as it will be. */
export function PageTile(props: PageTileProps) {
  const { fileId, page, namesFile, isSelected, isTabStop, disabled, mayLoad, onSelect, onFocus, onSeen, onLoaded } =
    props;
  const { site } = useAdminSession();
  const src = `${api.filePicture(site.ids, fileId, 320)}&page=${page.page}`;
  const { isFailed, attributes } = usePicture({ src, srcSet: '', sizes: '' });
  const tile = useRef<HTMLLIElement>(null);
  const seen = useEffectEvent(onSeen);

  useEffect(function watchUntilSeen() {
    if (!tile.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    });
    observer.observe(tile.current);
    return () => observer.disconnect();
  }, []);

  return (
    <li ref={tile} className="min-w-0">
      <label
        className={classes(
          'relative grid cursor-pointer gap-1 rounded-card border-2 p-1.5',
          isSelected ? 'border-accent bg-accent-tint' : 'border-transparent hover:border-edge',
        )}
      >
        <span className="flex aspect-square items-center justify-center overflow-hidden rounded-sm bg-sunken">
          {isFailed && <ImageOff aria-hidden="true" className="size-8 text-muted" />}
          {!isFailed && mayLoad && (
            <img
              {...attributes}
              alt=""
              className="size-full object-contain dark:brightness-90"
              style={shownAs(page)}
              onLoad={({ currentTarget }) => onLoaded(looksOf(currentTarget))}
              onError={() => {
                attributes.onError();
                onLoaded({ isTall: false, isTwoUp: false });
              }}
            />
          )}
        </span>
        <span className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 scroll-mt-64 scroll-mb-44 accent-accent"
            data-page={page.key}
            checked={isSelected}
            disabled={disabled}
            tabIndex={isTabStop ? 0 : -1}
            onChange={(event) => onSelect(event.target.checked)}
            onFocus={onFocus}
            onKeyDown={moveFocusByArrow}
          />
          <span className="min-w-0">{nameOf(page, namesFile)}</span>
        </span>
      </label>
    </li>
  );
}

function looksOf(picture: HTMLImageElement): PageLooks {
  const isTall = picture.naturalHeight > picture.naturalWidth;
  return { isTall, isTwoUp: !isTall && isTwoUp(inkOfPicture(picture)) };
}

/** Returns the page in words. */
function nameOf({ source, page, turn, part }: PlannedPage, namesFile: boolean): string {
  return words.page(page, namesFile ? source + 1 : null, part, turn);
}

/** The rest of the picture outside of each half, as in `inset()`, and how the half gets to the middle. */
const halves: Record<PagePart, { inset: string; move: string }> = {
  left: { inset: '0 50% 0 0', move: '25%, 0' },
  right: { inset: '0 0 0 50%', move: '-25%, 0' },
  top: { inset: '0 0 50% 0', move: '0, 25%' },
  bottom: { inset: '50% 0 0 0', move: '0, -25%' },
};

/** Half of an A4 sheet fills the square when it is enlarged by this factor. */
const enlarged = 1.4;

function shownAs({ turn, part }: PlannedPage): CSSProperties {
  const half = part && halves[part];
  const steps = [turn !== 0 && `rotate(${turn}deg)`, half && `scale(${enlarged}) translate(${half.move})`];
  return {
    transform: steps.filter(Boolean).join(' ') || undefined,
    clipPath: half ? `inset(${half.inset})` : undefined,
  };
}
