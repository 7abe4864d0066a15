import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import { cardStyle } from '#app/ui/card.tsx';
import { AnchorButton, LinkButton } from '#app/ui/link-button.tsx';
import * as titles from '#messages/head.ts';
import * as words from '#messages/home.ts';
import type { Example } from './example-query.ts';

type HomeHeroProps = {
  /** The search box. */
  search: ReactNode;
  /** An example of what search finds; null if there is none. */
  example: Example | null;
  /** The term visited last, read in the browser after hydration. A link to this term then replaces the first button. */
  lastTerm: { facultyId: string; facultyName: string; semesterId: string; termName: string } | null;
};

/** Renders the headline with the search box below, and the two main links. */
export function HomeHero({ search, example, lastTerm }: HomeHeroProps) {
  return (
    <div className="mx-auto flex max-w-page items-center gap-10 px-4 pt-4 pb-6 sm:px-6 sm:pt-6 sm:pb-12 md:pt-10">
      <div className="min-w-0 flex-1">
        <h1 className="max-w-xl text-4xl md:text-5xl">{titles.home}</h1>
        <div className="mt-5 max-w-xl">{search}</div>
        <p className="mt-3 max-w-xl text-muted sm:mt-4 sm:text-lg">{words.introduction}</p>
        {example && <ExampleQuestion example={example} />}
        {/* On a phone the faculties follow immediately. */}
        <div className="mt-7 flex flex-wrap gap-3 max-sm:hidden">
          {lastTerm ? (
            <LinkButton
              to="/faculty/$facultyId/semester/$semesterId"
              params={{ facultyId: lastTerm.facultyId, semesterId: lastTerm.semesterId }}
              className="max-w-full max-sm:w-full sm:min-w-60"
            >
              <span className="truncate" data-tooltip-if-cut="">
                {lastTerm.facultyName}, {lastTerm.termName}
              </span>
              <ArrowRight aria-hidden="true" className="size-5 shrink-0 rtl:rotate-180" />
            </LinkButton>
          ) : (
            <AnchorButton href="#faculties" className="max-w-full max-sm:w-full sm:min-w-60">
              {words.chooseFaculty}
            </AnchorButton>
          )}
          <LinkButton to={pages.books()} variant="secondary" className="max-sm:w-full">
            {words.browseLibrary}
          </LinkButton>
        </div>
      </div>
      <ShelfDrawing />
    </div>
  );
}

/**
 * Shows that words of a question find its page, with a question of this library. Leads to the page, where the words are
 * marked.
 */
function ExampleQuestion({ example }: { example: Example }) {
  const { id, title, page, before, words: found, after } = example;
  return (
    <div
      className={`${cardStyle} relative mt-3 max-w-xl in-data-[returning~=opened]:hidden px-3 py-2 focus-within:border-accent hover:border-accent`}
    >
      <p className="text-xs text-muted">{words.exampleHeading}</p>
      <p lang="en" className="mt-0.5 text-sm leading-snug text-pretty">
        {before}
        <mark className="rounded-sm bg-marigold-tint px-0.5 font-medium text-ink">{found}</mark>
        {after}
      </p>
      <p className="mt-0.5 flex items-center gap-1 text-sm text-accent">
        <Link
          to="/material/$id"
          params={{ id }}
          search={{ open: id, page: page > 1 ? page : undefined, find: found }}
          preload={false}
          className="truncate after:absolute after:inset-0 after:rounded-card hover:underline"
        >
          {words.examplePage(title, page)}
        </Link>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 rtl:rotate-180" />
      </p>
    </div>
  );
}

/** Draws a shelf with the four kinds, each in its colour. */
function ShelfDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 240"
      width={320}
      height={240}
      className="hidden w-80 shrink-0 md:block lg:w-96"
      fill="none"
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M12 112h296M12 222h296" className="stroke-edge" />
      <path d="M34 30h26v82H34zM64 44h20v68H64z" className="fill-paper-kind-tint stroke-paper-kind" />
      <path d="M40 46h14M40 54h14M70 60h8M70 67h8" className="stroke-paper-kind" />
      <path d="m96 110 14-70 22 4.5-13 67z" className="fill-marigold-tint stroke-marigold" />
      <path d="M146 22h30v90h-30zM180 38h16v74h-16z" className="fill-book-kind-tint stroke-book-kind" />
      <path d="M153 40h16M153 48h16" className="stroke-book-kind" />
      <path d="M214 92h74v20h-74zM222 72h60v20h-60z" className="fill-revision-kind-tint stroke-revision-kind" />
      <path d="M228 82h30M222 102h34" className="stroke-revision-kind" />
      <path d="M30 140h24v82H30zM58 152h30v70H58zM92 136h18v86H92z" className="fill-note-kind-tint stroke-note-kind" />
      <path d="M66 168h14M66 176h14M66 184h9M37 156h10" className="stroke-note-kind" />
      <path d="M132 202h80v20h-80zM140 182h66v20h-66z" className="fill-accent-tint stroke-accent" />
      <path d="M148 192h34M142 212h40" className="stroke-accent" />
      <path d="M146 182c0-16 9-24 22-24v24" className="fill-card stroke-edge" />
      <path d="M150 158h46v24h-46" className="fill-card stroke-edge" />
      <path d="m230 221 10-76 26 3.5-9 73z" className="fill-paper-kind-tint stroke-paper-kind" />
      <path d="M276 148h18v74h-18z" className="fill-card stroke-edge" />
      <path d="M281 160h8M281 167h8" className="stroke-edge" />
    </svg>
  );
}
