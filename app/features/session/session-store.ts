import { readMarker, writeMarker, type MarkerStorage } from './session-marker.ts';

/** Whether somebody is signed in here, as far as this browser knows. The server decides anew with every call. */
export type SessionState = { isSignedIn: boolean; isKept: boolean };

const signedOut: SessionState = { isSignedIn: false, isKept: false };

/** The two account calls of an app start; both reject when the library cannot be reached. */
export type SessionCalls = {
  /** Ends the current session; a session that is gone already is no error. */
  end(): Promise<void>;
  /** True while the session is accepted. */
  isAlive(): Promise<boolean>;
};

/**
 * The session of one page load. Until `start` has run nothing is called; from the first look on, a session that was not
 * kept counts as over, because `start` is about to end it (design decision 5).
 */
export function createSessionStore(storage: MarkerStorage) {
  let state: SessionState | null = null;
  let starting: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function getState(): SessionState {
    return (state ??= readMarker(storage) === 'kept' ? { isSignedIn: true, isKept: true } : signedOut);
  }

  async function begin(calls: SessionCalls): Promise<void> {
    const marker = readMarker(storage);
    if (marker === null) return;
    try {
      if (marker === 'page') {
        // The marker goes only once the session has: unreachable now, it is ended at the next load.
        await calls.end();
        writeMarker(storage, null);
      } else if (!(await calls.isAlive())) {
        writeMarker(storage, null);
        set(signedOut);
      }
    } catch (error) {
      // Specification 8: logged. Nobody waits for it to be told: the page is there for visitors too.
      console.error(marker === 'page' ? 'the session was not ended' : 'the current user was not fetched', error);
    }
  }

  return {
    getState,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Does once what a full page load asks for: ends the session, or looks whether a kept one still lives. */
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
      const marker = readMarker(storage);
      set(marker === null ? signedOut : { isSignedIn: true, isKept: marker === 'kept' });
    },
  };
}
