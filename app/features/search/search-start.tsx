import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useRecentSearches } from './recent-searches.ts';
import { SearchTips } from './search-tips.tsx';

/** Renders the search page before the first search. */
export function SearchStart() {
  const recent = useRecentSearches();
  return (
    <div className="mt-8 grid gap-8">
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <h2 id="recent-searches" className="text-xl">
            Recent searches
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
          How to search
        </h2>
        <SearchTips />
      </section>
    </div>
  );
}
