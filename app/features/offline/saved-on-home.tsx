import { Link } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { materialFromDocument } from '#contract/appwrite/to-document.ts';
import type { MaterialKind } from '#domain/material.ts';
import { summariseCounts } from '#app/features/materials/kind-words.ts';
import type { SavedMaterial } from '#app/features/offline-files/saved-database.ts';
import { useSavedList } from '#app/features/offline-files/use-saved-list.ts';
import { cardStyle } from '#app/ui/card.tsx';
import * as nouns from '#messages/nouns.ts';
import * as words from '#messages/offline.ts';
import { langOf } from '#app/ui/lang-of.ts';

/** Number of subjects shown; the page of saved materials has all. */
const maxShown = 12;

/** The start of Home without a connection: the saved subjects, the latest first. */
export function SavedOnHome() {
  const saved = useSavedList();
  const subjects = Array.isArray(saved) ? groupByPage(saved) : [];
  return (
    <section aria-labelledby="saved-on-this-device" className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="saved-on-this-device" className="text-2xl">
          {nouns.savedOnDevice}
        </h2>
        <Link
          to={pages.saved()}
          className="inline-flex min-h-11 items-center text-sm text-accent underline-offset-4 hover:underline"
        >
          {words.allSaved}
        </Link>
      </div>
      {subjects.length > 0 ? (
        // A row that scrolls sideways, as of pinned subjects, so that its height is known before it is loaded.
        <ul className="-m-1 flex h-17 snap-x scroll-px-1 gap-3 overflow-x-auto p-1">
          {subjects.slice(0, maxShown).map(({ page, subject, counts }) => (
            <li
              key={page + subject}
              className={`${cardStyle} relative flex max-w-70 min-w-40 shrink-0 snap-start flex-col justify-center px-4 focus-within:border-accent hover:border-accent`}
            >
              {/* Loaded from the device as a whole page, because its lists are not stored separately. */}
              <a
                href={page}
                className="truncate font-medium after:absolute after:inset-0 after:rounded-card hover:text-accent"
              >
                <bdi lang={langOf(subject)}>{subject}</bdi>
              </a>
              <span className="truncate text-xs text-muted">{summariseCounts(counts)}</span>
            </li>
          ))}
        </ul>
      ) : (
        saved && <p className="text-muted">{words.nothingSaved}</p>
      )}
    </section>
  );
}

type SavedSubject = { page: string; subject: string; counts: Partial<Record<MaterialKind, number>> };

/** Groups the complete materials by the stored page that lists them, the latest first. Books have none. */
function groupByPage(saved: readonly SavedMaterial[]): SavedSubject[] {
  const groups = new Map<string, SavedSubject>();
  for (const { kind, document, file, problem, answers } of saved.toReversed()) {
    if (!file || problem === 'gone') continue;
    const { subject } = materialFromDocument(kind, document);
    const page = answers.find((address) => /^(?:\/\w+)?\/faculty\//.test(address)) ?? pages.saved();
    const key =
      kind === 'book' ? page + subject : page.replace(/^((?:\/\w+)?\/faculty\/[^/]+)\/(?:notes|revision)\//, '$1/');
    const group = groups.get(key) ?? { page, subject, counts: {} };
    group.counts[kind] = (group.counts[kind] ?? 0) + 1;
    // The page with the papers, if there are any.
    if (kind === 'paper') group.page = page;
    groups.set(key, group);
  }
  return [...groups.values()];
}
