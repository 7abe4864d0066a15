import { Link } from '@tanstack/react-router';
import { ScanText } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { ExcerptPiece, FoundInMaterial, FoundPage } from '#contract/search.ts';
import type { Site } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { type Material, hasPicture } from '#domain/material.ts';
import { api, type ContractIds } from '#contract/addresses.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { useOpenMaterial } from '#app/features/open-material/open-material.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { kindLooks } from '#app/features/materials/kind-looks.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { classes } from '#app/ui/classes.ts';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/search/page.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';
import { langOf } from '#app/ui/lang-of.ts';

type SearchResultProps = {
  found: FoundInMaterial;
  /** The search terms, which are marked on the opened page. */
  find: string;
  site: Site;
  faculties: readonly FacultySummary[];
};

/** Renders a material that was found, with its best pages. */
export function SearchResult({ found: { material, pages, pagesTotal }, find, site, faculties }: SearchResultProps) {
  const [best] = pages;
  const more = pagesTotal - pages.length;
  return (
    <li
      data-material={material.id}
      className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-3 gap-y-2 py-5 sm:gap-x-5 print:p-2"
    >
      <ResultPicture material={material} ids={site.ids} />
      <div>
        <h2 className="text-lg leading-snug text-pretty">
          <ResultLink
            material={material}
            at={best && { page: best.page, find }}
            className="underline-offset-4 hover:text-accent hover:underline"
          >
            <bdi lang={langOf(material.title)}>{material.title}</bdi>
          </ResultLink>
        </h2>
        <p className="mt-1 text-sm text-muted">
          <KindIcon kind={material.kind} className="me-1.5 inline size-4 align-[-0.15em]" />
          {[kindNames[material.kind], yearWords(material, site.calendar)].filter(Boolean).join(' ')} ·{' '}
          {describePlace(material, faculties)} {material.isSample && <Badge className="ms-1">{nouns.sample}</Badge>}
        </p>
      </div>
      <div className="max-sm:col-span-2 sm:col-start-2">
        {pages.length > 0 && (
          <ul>
            {pages.map((page) => (
              <PageHit key={page.page} page={page} material={material} find={find} />
            ))}
          </ul>
        )}
        {best && more > 0 && (
          <ResultLink
            material={material}
            at={{ page: best.page, find }}
            className="inline-flex min-h-11 items-center text-sm text-accent underline underline-offset-4"
          >
            {words.morePages(
              more,
              <span key="material" className="sr-only">
                {words.inMaterial(material.title)}
              </span>,
            )}
          </ResultLink>
        )}
      </div>
    </li>
  );
}

/** Renders a page with its matching sentences. The whole row opens the page. */
function PageHit({ page, material, find }: { page: FoundPage; material: Material; find: string }) {
  return (
    <li className="relative -mx-2 rounded-card px-2 py-2 hover:bg-sunken">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <ResultLink
          material={material}
          at={{ page: page.page, find }}
          className="font-medium text-accent underline underline-offset-4 after:absolute after:inset-0"
        >
          {page.source === 'html' ? words.openPaper : nouns.page(page.page)}
          <span className="sr-only">: {material.title}</span>
        </ResultLink>
        {page.source === 'ocr' && (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            <ScanText aria-hidden="true" className="size-4" />
            {words.recognisedText}
          </span>
        )}
      </p>
      <p dir="auto" className="mt-0.5 text-sm leading-relaxed wrap-anywhere">
        <Excerpt pieces={page.excerpt} />
      </p>
    </li>
  );
}

function Excerpt({ pieces }: { pieces: readonly ExcerptPiece[] }) {
  return pieces.map(({ text, isHit }, index) =>
    isHit ? (
      <mark key={index} className="rounded-sm bg-marigold-tint px-0.5 font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

type ResultLinkProps = {
  material: Material;
  /** The page to open and the words to mark on it; undefined for the first page without marks. */
  at: { page: number; find: string } | undefined;
  className: string;
  children: ReactNode;
};

/**
 * Opens the material over the results. The link itself leads to the material's own page, with the same page open over
 * it, because that also has content without scripts.
 */
function ResultLink({ material, at, className, children }: ResultLinkProps) {
  const { open, prepare } = useOpenMaterial();

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Some browsers do not focus a clicked link; the dialog returns the focus to the focused element.
    event.currentTarget.focus({ preventScroll: true });
    open(material, at);
  }

  return (
    <Link
      to="/material/$id"
      params={{ id: material.id }}
      search={{ open: material.id, ...(at && { page: at.page > 1 ? at.page : undefined, find: at.find }) }}
      preload={false}
      aria-haspopup="dialog"
      onClick={handleClick}
      onPointerEnter={() => prepare(material)}
      onFocus={() => prepare(material)}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Describes where a material belongs: `C Programming, BSc CSIT, Semester 1`. */
function describePlace({ subject, facultyId, semesterId }: Material, faculties: readonly FacultySummary[]): string {
  const faculty = faculties.find(({ id }) => id === facultyId);
  const term = faculty?.terms.find(({ id }) => id === semesterId);
  return [subject, faculty?.name ?? facultyId, term?.name].filter(Boolean).join(', ');
}

const shape = 'no-print aspect-[3/4] w-14 self-start rounded-md border border-hairline sm:row-span-2 sm:w-20';

/** Renders a small cover or first page of a result, or the icon of its kind if there is none. Decorative. */
function ResultPicture({ material, ids }: { material: Material; ids: ContractIds }) {
  const picture = (width: number) => api.filePicture(ids, material.coverFileId ?? material.fileId, width);
  const { isFailed, attributes } = usePicture({
    src: picture(160),
    srcSet: `${picture(160)} 160w, ${picture(320)} 320w`,
    sizes: '80px',
  });
  if (!hasPicture(material) || isFailed) {
    return (
      <span className={classes(shape, 'grid place-items-center', kindLooks[material.kind].ground)}>
        <KindIcon kind={material.kind} className="size-6 sm:size-8" />
      </span>
    );
  }
  return (
    <img
      {...attributes}
      width={160}
      height={213}
      alt=""
      loading="lazy"
      decoding="async"
      className={classes(shape, 'bg-sunken object-cover object-top dark:brightness-90')}
    />
  );
}
