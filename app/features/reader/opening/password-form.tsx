import { LockKeyhole } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/opening.ts';

/** The password of a document that the library stores, and the administrator's note about it. */
export type KnownLock = { password: string | null; note: string | null };

type PasswordFormProps = {
  lock: KnownLock;
  isWrong: boolean;
  onPassword: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the password of an encrypted document. If the library stores the password, shows it and fills it in. */
export function PasswordForm({ lock, isWrong, onPassword, onCancel }: PasswordFormProps) {
  const [password, setPassword] = useState(lock.password ?? '');
  const isKnown = lock.password !== null || lock.note !== null;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') onPassword(password);
  }

  return (
    <form className="reader-card" onSubmit={handleSubmit}>
      <LockKeyhole aria-hidden="true" className="reader-card-icon" />
      {/* Rendered again for every attempt, so that screen readers announce that the last one was wrong. */}
      <div role="alert" className={isWrong ? 'reader-card-fault' : undefined}>
        <label htmlFor="pdf-password">{isWrong ? words.wrongPassword : words.enterPassword}</label>
      </div>
      {isKnown && (
        <p id="pdf-password-known" className="reader-card-detail reader-card-message">
          {lock.password !== null && (
            <span>
              {words.knownPassword(
                <bdi key="password" className="reader-card-secret">
                  {lock.password}
                </bdi>,
              )}
            </span>
          )}
          {lock.note !== null && <bdi>{lock.note}</bdi>}
        </p>
      )}
      <input
        id="pdf-password"
        aria-describedby={isKnown ? 'pdf-password-known' : undefined}
        type="password"
        autoComplete="off"
        // The dialog contains only this form.
        ref={(input) => input?.focus()}
        value={password}
        aria-invalid={isWrong || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={onCancel}>
          {actions.cancel}
        </button>
        <button type="submit" className="reader-button reader-button-main" disabled={password === ''}>
          {actions.open}
        </button>
      </div>
    </form>
  );
}
