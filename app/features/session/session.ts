import { useEffect, useSyncExternalStore } from 'react';
import { api, type ContractIds } from '#contract/addresses.ts';
import { localItems } from '#app/features/layout/stored-items.ts';
import { markerKey } from './session-marker.ts';
import { createSessionStore, type SessionCalls, type SessionState } from './session-store.ts';

/** The session of this page. Used only in the browser; on the server everyone is a visitor. */
export const session = createSessionStore(localItems);

/** True if someone is signed in; false on the server and until the page has hydrated. */
export function useIsSignedIn(): boolean {
  return useSession()?.isSignedIn ?? false;
}

/** Returns the session as this browser knows it; null on the server, until the page has hydrated, and while it is unknown. */
export function useSession(): SessionState | null {
  return useSyncExternalStore(session.subscribe, session.getState, () => null);
}

/**
 * Handles the session when a page loads: ends it or, with *Keep me signed in*, extends it. Called once, by the root of
 * all pages. Uses fetch instead of the SDK, because every visitor downloads this code and few sign in.
 */
export function useSessionStart(ids: ContractIds): void {
  useEffect(
    function startSession() {
      void session.start(plainCalls(ids));
      const followOtherTab = (event: StorageEvent) => {
        if (event.key === markerKey) session.follow();
      };
      // A page restored from the back/forward cache has missed changes.
      const followAfterAway = (event: PageTransitionEvent) => {
        if (event.persisted) session.follow();
      };
      addEventListener('storage', followOtherTab);
      addEventListener('pageshow', followAfterAway);
      return () => {
        removeEventListener('storage', followOtherTab);
        removeEventListener('pageshow', followAfterAway);
      };
    },
    [ids],
  );
}

function plainCalls(ids: ContractIds): SessionCalls {
  const headers = { 'X-Appwrite-Project': ids.projectId };
  return {
    isPanelOpen: () => import('./open-panels.ts').then(({ isPanelOpen }) => isPanelOpen()),
    async end() {
      const response = await fetch(api.accountSession('current'), {
        method: 'DELETE',
        headers,
        credentials: 'same-origin',
      });
      if (response.status >= 500) throw new Error(`the session was not ended: status ${response.status}`);
    },
    async isAlive() {
      const response = await fetch(api.account(), { headers, credentials: 'same-origin' });
      return response.status !== 401;
    },
  };
}
