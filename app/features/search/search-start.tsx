import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import * as words from '#messages/search/page.ts';
import { useRecentSearches } from './recent-searches.ts';

/** Renders the search page before the first search. */
export function SearchStart() {
  const recent = useRecentSearches();
  return (
    <div className="mt-8 grid gap-8">
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <h2 id="recent-searches" className="text-xl">
            {words.recentSearches}
          </h2>
          <ul className="mt-2">
            {recent.map((q) => (
              <li key={q}>
                <Link
                  to="/search"
                  search={{ q }}
                  className="-mx-2 flex min-h-11 items-center gap-3 rounded-card px-2 hover:bg-sunken hover:text-accent"
                >
                  <History aria-hidden="true" className="size-5 shrink-0 text-muted" />
                  <bdi className="truncate">{q}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="search-tips">
        <h2 id="search-tips" className="text-xl">
          {words.howToSearch}
        </h2>
        <SearchTips />
      </section>
    </div>
  );
}

/** Explains the search syntax, with examples that are links. */
function SearchTips() {
  return (
    <>
      <p className="mt-1 text-muted">{words.covered}</p>
      <dl className="mt-3 grid gap-x-6 sm:grid-cols-[max-content_1fr]">
        {words.tips.map(([example, meaning]) => (
          <div key={example} className="contents">
            <dt>
              <Link
                to="/search"
                search={{ q: example }}
                preload={false}
                className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
              >
                {example}
              </Link>
            </dt>
            <dd className="text-muted max-sm:mb-2 sm:self-center">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
