import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import * as words from '#messages/import/rows.ts';

/** Maximum number of paths shown initially; a file that is in every folder has more. */
const shownPaths = 5;

/** The other paths of a row, where the same bytes were found. */
export function RowCopies({ row: { otherPaths, pathCount } }: { row: StagedRow }) {
  if (pathCount === 1) return null;
  const [shown, rest] = [otherPaths.slice(0, shownPaths), otherPaths.slice(shownPaths)];
  return (
    <section className="text-sm" aria-label={words.copies}>
      <p className="mb-1 font-medium">{words.alsoHere}</p>
      <PathList paths={shown} />
      {rest.length > 0 && (
        // A target of 44 px.
        <div className="mt-3 [&_summary]:-my-3 [&_summary]:py-3">
          <Disclosure summary={words.morePaths(pathCount - 1 - shown.length)}>
            <div className="mt-3 grid gap-1">
              <PathList paths={rest} />
              <MorePaths count={pathCount - 1 - otherPaths.length} />
            </div>
          </Disclosure>
        </div>
      )}
    </section>
  );
}

function PathList({ paths }: { paths: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-xs text-muted">
      {paths.map((path) => (
        <li key={path} className="wrap-anywhere">
          {path}
        </li>
      ))}
    </ul>
  );
}

/** Shows the number of paths that are not listed; nothing if all are. */
export function MorePaths({ count }: { count: number }) {
  if (count <= 0) return null;
  return <p className="text-xs text-muted">{words.andMorePaths(count)}</p>;
}
