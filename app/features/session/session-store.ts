import { readMarker, writeMarker, type MarkerStorage, type SessionMarker } from './session-marker.ts';

/** Whether somebody is signed in here, as far as this browser knows. The server decides anew with every call. */
export type SessionState = { isSignedIn: boolean; isKept: boolean };

const signedOut: SessionState = { isSignedIn: false, isKept: false };

/** What an app start asks; the two account calls reject when the library cannot be reached. */
export type SessionCalls = {
  /** True while another tab of this browser has the panel open. */
  isPanelOpen(): Promise<boolean>;
  /** Ends the current session; a session that is gone already is no error. */
  end(): Promise<void>;
  /** True while the session is accepted. */
  isAlive(): Promise<boolean>;
};

/**
 * The session of one page load. Until `start` has run nothing is called. A session that was not kept ends with the load,
 * unless the panel is open in another tab; until that is known the state is null.
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
    // Not to be found out counts as closed: the safe side.
    const isShared = readMarker(storage) === 'page' && (await calls.isPanelOpen().catch(() => false));
    // Looked at again: another tab may have signed in or out while we asked.
    const marker = readMarker(storage);
    set(stateOf(marker, isShared) ?? signedOut);
    if (marker === 'page' && !isShared) await end(calls);
    else if (marker !== null) await lookAfter(calls);
  }

  async function end(calls: SessionCalls): Promise<void> {
    try {
      await calls.end();
      // The marker goes only once the session has: unreachable now, it is ended at the next load.
      writeMarker(storage, null);
    } catch (error) {
      // Logged only. Nobody waits for it to be told: the page is there for visitors too.
      console.error('the session was not ended', error);
    }
  }

  async function lookAfter(calls: SessionCalls): Promise<void> {
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
    /** Does once what a full page load asks for: ends the session, or looks whether one that goes on still lives. */
    start(calls: SessionCalls): Promise<void> {
      getState();
      return (starting ??= begin(calls));
    },
    /**
     * Resolves when the start's calls are through. Signing in waits for it: the late answer of the ending would
     * otherwise clear the new session's cookie.
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
    /** Another tab signed in or out: follows its marker. */
    follow(): void {
      set(stateOf(readMarker(storage), true) ?? signedOut);
    },
  };
}

/** What a marker says of the session; null while nobody knows whether a session of that page load goes on. */
function stateOf(marker: SessionMarker | null, isShared: boolean): SessionState | null {
  if (marker === null) return signedOut;
  return marker === 'kept' || isShared ? { isSignedIn: true, isKept: marker === 'kept' } : null;
}
