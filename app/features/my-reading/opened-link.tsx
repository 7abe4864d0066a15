import { Link } from '@tanstack/react-router';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { writeOpened } from '#app/features/materials/opened-address.ts';
import * as words from '#messages/my-reading/home.ts';
import { lastPages } from './last-pages.ts';
import type { OpenedMaterial } from './opened-materials.ts';
import { useEntries } from './stored-entries.ts';
import { langOf } from '#app/ui/lang-of.ts';

type OpenedLinkProps = { material: OpenedMaterial & { id: string } };

/**
 * Links to a material that was opened before, and shows the page that was reached. The material opens at that page,
 * over the current one.
 */
export function OpenedLink({ material }: OpenedLinkProps) {
  const { id, title, kind, subject, fileId, pageCount } = material;
  const page = useEntries(lastPages).get(fileId)?.page ?? 1;
  return (
    <>
      <p className="flex items-center gap-2 text-xs text-muted">
        <KindIcon kind={kind} className="size-4 shrink-0" />
        <span className="truncate">{subject}</span>
      </p>
      <h3 className="mt-1 line-clamp-2 font-sans text-sm leading-snug font-medium tracking-normal">
        <Link
          to="."
          search={(search: Record<string, unknown>) => writeOpened(search, { id, page, find: '' })}
          state={{ openedHere: true }}
          resetScroll={false}
          aria-haspopup="dialog"
          className="after:absolute after:inset-0 after:rounded-card hover:text-accent"
        >
          <bdi lang={langOf(title)}>{title}</bdi>
        </Link>
      </h3>
      {pageCount !== null && page > 1 && (
        <p className="mt-auto flex items-center gap-2 pt-1 text-xs text-muted">
          <span aria-hidden="true" className="h-1 flex-1 overflow-hidden rounded-full bg-hairline">
            <span className="block h-full bg-accent" style={{ width: `${Math.round((page / pageCount) * 100)}%` }} />
          </span>
          {words.pageOf(page, pageCount)}
        </p>
      )}
    </>
  );
}
