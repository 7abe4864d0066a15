import { useRouter } from '@tanstack/react-router';
import { useMemo, type MouseEvent } from 'react';
import type { ContentPage } from '#contract/shelf.ts';
import { classes } from '#app/ui/classes.ts';
import { trustHtml } from '#app/ui/trusted-types.ts';

/** Style of text written in Markdown: one column of at most 70 characters. */
const proseStyle = classes(
  'mt-6 max-w-[66ch] text-[1.0625rem] leading-[1.7]',
  '[&_p]:my-4 [&_strong]:font-semibold',
  '[&_a]:text-accent [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-4 [&_a:hover]:decoration-2',
  '[&_h2]:mt-12 [&_h2]:mb-3 [&_h2]:text-xl [&_h2]:leading-tight',
  '[&_h3]:mt-8 [&_h3]:mb-2 [&_h3]:text-lg [&_h3]:leading-snug',
  '[&_:is(h2,h3)]:scroll-mt-24 [&_h2+h3]:mt-4 [&_h3+p]:mt-2',
  '[&_ul]:my-4 [&_ul]:list-disc [&_ul]:ps-6 [&_ol]:my-4 [&_ol]:list-decimal [&_ol:lang(ne)]:list-[devanagari] [&_ol]:ps-6 [&_li]:my-1.5 [&_li]:ps-1 [&_li]:marker:text-muted',
  '[&_code]:rounded-sm sm:[&_code]:whitespace-nowrap max-sm:[&_code]:wrap-anywhere [&_code]:bg-sunken [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:text-[0.9em]',
  '[&_blockquote]:my-6 [&_blockquote]:border-s-[3px] [&_blockquote]:border-accent [&_blockquote]:ps-5 [&_blockquote]:text-muted',
  '[&_hr]:my-10 [&_hr]:border-hairline [&_img]:my-6 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-card',
  '[&_.table-frame]:my-6 [&_.table-frame]:rounded-card [&_.table-frame]:border [&_.table-frame]:border-hairline [&_.table-frame]:bg-card',
  '[&_table]:w-full sm:[&_table]:min-w-136 [&_table]:border-collapse [&_table]:text-sm [&_td]:align-top',
  '[&_:is(th,td)]:px-4 [&_:is(th,td)]:py-3 [&_:is(th,td)]:text-start [&_tr+tr]:border-t [&_tr]:border-hairline [&_thead]:bg-sunken [&_th]:font-semibold',
  'max-sm:[&_thead]:sr-only max-sm:[&_tr]:block max-sm:[&_tr]:py-2 max-sm:[&_td]:block max-sm:[&_td]:py-1.5',
  'max-sm:[&_td]:before:block max-sm:[&_td]:before:text-xs max-sm:[&_td]:before:text-muted max-sm:[&_td]:before:content-[attr(data-label)]',
);

/** Renders an informational page: its title, then the operator's text, which the server has converted to HTML. */
export function ContentArticle({ page }: { page: ContentPage }) {
  const router = useRouter();
  const html = useMemo(() => trustHtml(page.html), [page.html]);

  /** Follows links to our own pages without a full page load, as everywhere else. */
  function handleClick(event: MouseEvent<HTMLElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const address = (event.target as Element).closest('a')?.getAttribute('href');
    if (!address?.startsWith('/') || address.startsWith('//')) return;
    event.preventDefault();
    void router.navigate({ href: address });
  }

  return (
    <article lang={page.language} className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="text-3xl sm:text-4xl">{page.title}</h1>
      <p className="mt-3 max-w-[66ch] text-lg text-muted">{page.description}</p>
      {/* The operator's own Markdown, converted to HTML when the server starts; visitors can't edit it. */}
      <div className={proseStyle} onClick={handleClick} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
