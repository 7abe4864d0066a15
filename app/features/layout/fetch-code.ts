import { askUntilAnswered } from './line.ts';

/** Style sheets of code that did not arrive and are being asked for again. */
const missingStyles = new Map<string, Promise<void>>();

/**
 * Code that is fetched when it is first needed (`() => import('./x.ts')`). Without a connection it waits
 * for one. Code that fails twice while the library answers was removed, by an update of the site for example: the promise
 * rejects, and only a new page load helps.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return fetchPart(async () => {
    await Promise.all(missingStyles.values());
    return load();
  });
}

function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let hasAnswered = false;
  return askUntilAnswered(load, async () => {
    const isThere = await isLibraryThere();
    // Twice in a row: the connection may be back for the first and lost again for the next.
    if (hasAnswered && isThere) return 'final';
    hasAnswered = isThere;
    return isThere ? 'try again' : 'no answer';
  });
}

/** Whether the library answers. A proxy that answers for it while it restarts (5xx) is not it. */
async function isLibraryThere(): Promise<boolean> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 500;
}

/**
 * Has style sheets that failed to arrive asked for again. Vite asks once for those of a piece of code, and takes them for
 * here when the code is asked for again.
 */
export function keepStylesComing(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
      if (!isStyle || missingStyles.has(target.href)) return;
      const coming = fetchPart(() => appendStyle(target))
        .catch(() => console.error(`not fetched: ${target.href}`))
        .finally(() => missingStyles.delete(target.href));
      missingStyles.set(target.href, coming);
    },
    true,
  );
}

function appendStyle(failed: HTMLLinkElement): Promise<void> {
  failed.remove();
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${link.href} did not arrive`));
    });
    document.head.append(link);
  });
}
