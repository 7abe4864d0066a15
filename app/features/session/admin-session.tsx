import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Client } from 'appwrite';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { pages } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import { TryAgain } from '#app/ui/try-again.tsx';
import * as words from '#messages/session/sign-in.ts';
import { createClient, readAccount, signOut, type SignedInAccount } from './account-calls.ts';
import { announcePanel } from './open-panels.ts';
import { explainProblem, isSignedOutProblem, isWorthRetrying, SignInDeclined } from './library-problem.ts';
import { session } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { createSignedInCaller, type SignedInCaller } from './signed-in-caller.ts';

/** The state shared by the components of the panel. */
export type AdminSession = {
  site: Site;
  client: Client;
  account: SignedInAccount;
  /** Makes all requests of the panel: if the session has ended, it asks for the password over the panel. */
  callSignedIn: SignedInCaller;
  /** Ends all sessions and closes the panel. */
  logOut: () => Promise<void>;
};

const AdminSessionContext = createContext<AdminSession | null>(null);

/** Returns the session of the surrounding panel. */
export function useAdminSession(): AdminSession {
  const found = useContext(AdminSessionContext);
  if (!found) throw new Error('useAdminSession is for parts of the panel, inside AdminSessionProvider');
  return found;
}

/** An open password dialog. Resolved after the user signs in, rejected when the user cancels. */
type Question = { resolve: () => void; reject: (reason: Error) => void };

/**
 * Loads the account and provides it to the panel. If nobody is signed in, redirects to the login. If the session ends later, asks
 * for the password in a dialog over the panel, and continues the interrupted work.
 */
export function AdminSessionProvider({ site, children }: { site: Site; children: ReactNode }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [client] = useState(() => createClient(site.ids));
  const [question, setQuestion] = useState<Question | null>(null);
  const [callSignedIn] = useState(() =>
    createSignedInCaller(() => new Promise<void>((resolve, reject) => setQuestion({ resolve, reject }))),
  );
  // Read when the panel opens, because a page load in another tab may remove the marker later.
  const [wasKept] = useState(() => session.getState()?.isKept ?? false);
  const account = useQuery({
    queryKey: ['account'],
    queryFn: () => readAccount(client),
    retry: isWorthRetrying,
    staleTime: Infinity,
  });

  useEffect(
    function redirectToLogin() {
      if (!isSignedOutProblem(account.error)) return;
      session.setSignedOut();
      void navigate({ to: pages.login(), replace: true });
    },
    [account.error, navigate],
  );

  const isOpen = account.data !== undefined;
  useEffect(
    function notifyOtherTabs() {
      return isOpen ? announcePanel() : undefined;
    },
    [isOpen],
  );

  function answer(settle: (question: Question) => void) {
    if (question) settle(question);
    setQuestion(null);
  }

  async function logOut() {
    try {
      await signOut(client);
    } catch (error) {
      console.error('logout failed', error);
      showToast({ tone: 'destructive', title: words.stillSignedIn, text: explainProblem(error) });
      return;
    }
    session.setSignedOut();
    await navigate({ to: pages.login(), replace: true });
    queryClient.removeQueries({ queryKey: ['account'] });
  }

  if (account.data) {
    return (
      <AdminSessionContext value={{ site, client, account: account.data, callSignedIn, logOut }}>
        {children}
        {question !== null && (
          <Dialog
            onClose={() => answer((asked) => asked.reject(new SignInDeclined()))}
            title={words.signInAgain}
            description={words.sessionEnded}
          >
            <SignInForm
              ids={site.ids}
              email={account.data.email}
              isKept={wasKept}
              onSignedIn={(signedIn) => {
                queryClient.setQueryData(['account'], signedIn);
                answer((asked) => asked.resolve());
              }}
            />
          </Dialog>
        )}
      </AdminSessionContext>
    );
  }
  if (account.isError && !isSignedOutProblem(account.error)) {
    return (
      <EmptyState text={explainProblem(account.error)}>
        <TryAgain onTry={account.refetch} />
      </EmptyState>
    );
  }
  return <SkeletonRows />;
}
