import { Account } from 'appwrite';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { showToast } from '#app/ui/toast/toast.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/session/change-password.ts';
import { useAdminSession } from './admin-session.tsx';
import { explainRefusedPassword, findPasswordFaults, type PasswordFaults } from './password-faults.ts';

/** Lets the signed-in user set a new password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { account, client, callSignedIn } = useAdminSession();
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(
    function focusFirstFault() {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    },
    [faults],
  );

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filled = new FormData(event.currentTarget);
    const textOf = (name: string) => String(filled.get(name));
    const typed = { current: textOf('current'), chosen: textOf('chosen'), repeated: textOf('repeated') };
    const found = findPasswordFaults(typed);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await callSignedIn(() =>
        new Account(client).updatePassword({ password: typed.chosen, oldPassword: typed.current }),
      );
    } catch (error) {
      console.error('the password was not changed', error);
      setFaults(explainRefusedPassword(error));
      return;
    } finally {
      setBusy(false);
    }
    showToast({
      tone: 'success',
      title: words.changed,
      text: words.signedOutElsewhere,
    });
    onClose();
  }

  // `post`, so that a form that is sent without our script never puts a password into an address.
  return (
    <Dialog onClose={onClose} title={words.heading}>
      <form ref={form} method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
        {/* Password managers read the account of this password from it. */}
        <input type="text" name="email" autoComplete="username" value={account.email} readOnly hidden />
        <Field label={words.current} error={faults.current} required>
          {(control) => <TextInput {...control} type="password" name="current" autoComplete="current-password" />}
        </Field>
        <Field label={words.chosen} hint={words.chosenHint} error={faults.chosen} required>
          {(control) => <TextInput {...control} type="password" name="chosen" autoComplete="new-password" />}
        </Field>
        <Field label={words.repeated} error={faults.repeated} required>
          {(control) => <TextInput {...control} type="password" name="repeated" autoComplete="new-password" />}
        </Field>
        {faults.form && (
          <Notice tone="danger" role="alert">
            {faults.form}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? words.changing : words.change}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
