import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { dismissToast, prepareToasts, showToast } from '#app/ui/toast/toast.ts';
import * as words from '#messages/session/sign-in.ts';
import type { SignedInAccount } from './account-calls.ts';
import { session } from './session.ts';

/** The topic of toasts about a failed login. */
const loginTopic = 'login';

type SignInFormProps = {
  ids: ContractIds;
  /** The account that was signed in before, if known. */
  email?: string;
  isKept?: boolean;
  onSignedIn: (account: SignedInAccount) => void;
};

/** Renders email, password and *Keep me signed in*. The SDK is loaded when the user starts to fill in the form. */
export function SignInForm({ ids, email, isKept = false, onSignedIn }: SignInFormProps) {
  const [isBusy, setBusy] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const hasScripts = useSyncExternalStore(subscribeToNothing, always, never);

  useEffect(
    function focusPassword() {
      if (email !== undefined) passwordRef.current?.focus();
    },
    [email],
  );

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const isKept = filled.get('keep') === 'on';
    setBusy(true);
    try {
      const [{ createClient, signIn }] = await Promise.all([loadAccountCalls(), session.settled()]);
      const credentials = {
        email: String(filled.get('email')).trim(),
        password: String(filled.get('password')),
        isKept,
      };
      const account = await signIn(createClient(ids), credentials);
      session.setSignedIn({ isKept });
      dismissToast(loginTopic);
      onSignedIn(account);
    } catch (error) {
      console.error('login failed', error);
      showToast({
        tone: 'destructive',
        title: words.loginFailed,
        text: await explain(error),
        topic: loginTopic,
      });
      passwordRef.current?.select();
    } finally {
      setBusy(false);
    }
  }

  // `post`, so that a form sent before hydration never puts a password into an address.
  return (
    <form method="post" className="grid grid-cols-1 gap-4" onSubmit={handleSubmit}>
      <Field label={words.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            required
            autoComplete="username"
            placeholder={words.emailExample}
            defaultValue={email}
            onFocus={prepare}
          />
        )}
      </Field>
      <Field label={words.password}>
        {(control) => (
          <TextInput
            {...control}
            ref={passwordRef}
            type="password"
            name="password"
            required
            autoComplete="current-password"
            onFocus={prepare}
          />
        )}
      </Field>
      <Checkbox name="keep" label={words.keepSignedIn} defaultChecked={isKept} />
      <Button type="submit" busy={isBusy} disabled={!hasScripts}>
        {isBusy ? words.loggingIn : words.login}
      </Button>
      <p className="only-without-scripts text-sm text-muted">{words.needsScripts}</p>
    </form>
  );
}

/** Loads, in advance, the code that signs in and explains failures. */
function prepare(): void {
  loadAccountCalls().catch(() => {});
  prepareToasts();
}

/**
 * Explains an error with code that the account's calls load too, so that the page has none of its messages at first. If
 * it can't be loaded, the library can't be reached.
 */
async function explain(error: unknown): Promise<string> {
  try {
    const { explainProblem } = await import('./library-problem.ts');
    return explainProblem(error);
  } catch {
    return words.unreachable;
  }
}

function loadAccountCalls() {
  return import('./account-calls.ts');
}

const subscribeToNothing = () => () => {};
const always = () => true;
const never = () => false;
