import { retryUntilAnswered } from './network-state.ts';

/** Style sheets that failed to load and are being requested again. */
const missingStyles = new Map<string, Promise<void>>();

/**
 * Loads code when it is first needed (`() => import('./x.ts')`). Without a connection it waits for one. Code that fails
 * twice while the server responds was removed, for example by an update of the site: the promise rejects, and only a
 * full page load helps.
 */
export function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return fetchPart(async () => {
    await Promise.all(missingStyles.values());
    return load();
  });
}

function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let hasResponded = false;
  return retryUntilAnswered(load, async () => {
    const responds = await doesServerRespond();
    // Twice in a row, because the connection may be back for the first and lost again for the second.
    if (hasResponded && responds) return 'final';
    hasResponded = responds;
    return responds ? 'try again' : 'no response';
  });
}

/** True if the server responds. An error from a proxy while the server restarts (5xx) does not count. */
async function doesServerRespond(): Promise<boolean> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 500;
}

/**
 * Requests style sheets that failed to load again. Vite requests the style sheets of a chunk once, and assumes that they are
 * loaded when the chunk is requested again.
 */
export function retryMissingStyles(): void {
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
