import { useSyncExternalStore } from 'react';
import { localItems } from '#app/features/layout/stored-items.ts';

/** The term that was visited last in this browser, at which the next visit starts. */
export type LastTerm = { facultyId: string; facultyName: string; semesterId: string; termName: string };

/** Stores the term; does nothing if storage is not accessible. */
export function rememberTerm(term: LastTerm): void {
  try {
    localItems.setItem('last-term', JSON.stringify(term));
  } catch {
    return;
  }
}

/** Returns the stored term, or null; also null on the server and until the page has hydrated. */
export function useLastTerm(): LastTerm | null {
  const text = useSyncExternalStore(watchNothing, readText, () => null);
  return text === null ? null : parseTerm(text);
}

function watchNothing() {
  return () => {};
}

function readText(): string | null {
  try {
    return localItems.getItem('last-term');
  } catch {
    return null;
  }
}

/** Parses a stored term; null if it is invalid. */
export function parseTerm(text: string): LastTerm | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { facultyId, facultyName, semesterId, termName } = value as Record<string, unknown>;
    const isWhole = [facultyId, facultyName, semesterId, termName].every(
      (part) => typeof part === 'string' && part !== '',
    );
    return isWhole ? (value as LastTerm) : null;
  } catch {
    return null;
  }
}
