import { useSyncExternalStore } from 'react';

/** The term this browser looked at last, so that the next visit begins there. */
export type LastTerm = { facultyId: string; facultyName: string; semesterId: string; termName: string };

const lastTermKey = 'last-term';

/** Remembers the term; where storage is closed to us nothing is remembered. */
export function rememberTerm(term: LastTerm): void {
  try {
    localStorage.setItem(lastTermKey, JSON.stringify(term));
  } catch {
    return;
  }
}

/** The remembered term, or null; null too on the server and until the page has hydrated. */
export function useLastTerm(): LastTerm | null {
  const text = useSyncExternalStore(watchNothing, readText, () => null);
  return text === null ? null : parseTerm(text);
}

function watchNothing() {
  return () => {};
}

function readText(): string | null {
  try {
    return localStorage.getItem(lastTermKey);
  } catch {
    return null;
  }
}

/** Reads a remembered term; null when the text is not one, whoever wrote it. */
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
