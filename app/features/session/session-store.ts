import { readMarker, writeMarker, type MarkerStorage, type SessionMarker } from './session-marker.ts';

/** Sign-in state, as far as this browser knows. The server checks the session again on every request. */
export type SessionState = { isSignedIn: boolean; isKept: boolean };

const signedOut: SessionState = { isSignedIn: false, isKept: false };

/** The calls made when a page is loaded; `end` and `isAlive` reject if the server cannot be reached. */
export type SessionCalls = {
  /** True if the panel is open in another tab of this browser. */
  isPanelOpen(): Promise<boolean>;
  /** Ends the current session; does not throw if there is none. */
  end(): Promise<void>;
  /** True if the server accepts the session. */
  isAlive(): Promise<boolean>;
};

/**
 * Creates the session of one page load. No calls are made before `start`. Without *Keep me signed in*, the next page
 * load ends the session, unless the panel is open in another tab. The state is null until that is known.
 */
export function createSessionStore(storage: MarkerStorage) {
  let state: SessionState | null = null;
  let starting: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function getState(): SessionState | null {
    return (state ??= stateOf(readMarker(storage), false));
  }

  async function begin(calls: SessionCalls): Promise<void> {
    if (readMarker(storage) === null) return;
    // On an error the panel counts as closed, which is safer.
    const isShared = readMarker(storage) === 'page' && (await calls.isPanelOpen().catch(() => false));
    // Read again, because another tab may have signed in or out meanwhile.
    const marker = readMarker(storage);
    set(stateOf(marker, isShared) ?? signedOut);
    if (marker === 'page' && !isShared) await end(calls);
    else if (marker !== null) await checkAlive(calls);
  }

  async function end(calls: SessionCalls): Promise<void> {
    try {
      await calls.end();
      // The marker is removed after the session: if the server is not reachable now, the next page load ends the
      // session.
      writeMarker(storage, null);
    } catch (error) {
      // Only logged, because the page may be one for visitors.
      console.error('the session was not ended', error);
    }
  }

  async function checkAlive(calls: SessionCalls): Promise<void> {
    try {
      if (await calls.isAlive()) return;
      writeMarker(storage, null);
      set(signedOut);
    } catch (error) {
      console.error('the current user was not fetched', error);
    }
  }

  return {
    getState,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Does what a full page load requires, once: ends the session, or checks whether it is still valid. */
    start(calls: SessionCalls): Promise<void> {
      getState();
      return (starting ??= begin(calls));
    },
    /**
     * Resolves when the calls of `start` have finished. Signing in waits for this, because a late response that ends
     * the old session would remove the new session's cookie.
     */
    async settled(): Promise<void> {
      await starting;
    },
    setSignedIn({ isKept }: { isKept: boolean }): void {
      writeMarker(storage, isKept ? 'kept' : 'page');
      set({ isSignedIn: true, isKept });
    },
    setSignedOut(): void {
      writeMarker(storage, null);
      set(signedOut);
    },
    /** Reads the marker that another tab has changed by signing in or out. */
    follow(): void {
      set(stateOf(readMarker(storage), true) ?? signedOut);
    },
  };
}

/** Returns the state for a marker; null while it is unknown whether a session without *Keep me signed in* continues. */
function stateOf(marker: SessionMarker | null, isShared: boolean): SessionState | null {
  if (marker === null) return signedOut;
  return marker === 'kept' || isShared ? { isSignedIn: true, isKept: marker === 'kept' } : null;
}
