import { Link } from '@tanstack/react-router';

const tips: [example: string, meaning: string][] = [
  ['binary tree traversal', 'words in any order'],
  ['"third normal form"', 'in quotes: exactly these words, side by side'],
  ['sorting -bubble', 'a minus sign: without this word'],
  ['stack OR queue', 'OR: one word or the other'],
];

/** Explains the search syntax, with examples that are links. */
export function SearchTips() {
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
