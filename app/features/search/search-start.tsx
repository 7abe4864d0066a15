import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useRecentSearches } from './recent-searches.ts';

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

const tips: [example: string, meaning: string][] = [
  ['binary tree traversal', 'words in any order'],
  ['"third normal form"', 'in quotes: exactly these words, side by side'],
  ['sorting -bubble', 'a minus sign: without this word'],
  ['stack OR queue', 'OR: one word or the other'],
];

/** Explains the search syntax, with examples that are links. */
function SearchTips() {
  return (
    <>
      <p className="mt-1 text-muted">
        Search covers every page of every paper, note and book, scans included, as well as subjects, subject codes,
        titles and years.
      </p>
      <dl className="mt-3 grid gap-x-6 sm:grid-cols-[max-content_1fr]">
        {tips.map(([example, meaning]) => (
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
