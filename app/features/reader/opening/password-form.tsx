import { LockKeyhole } from 'lucide-react';
import { useState, type FormEvent } from 'react';

type PasswordFormProps = { isWrong: boolean; onPassword: (password: string) => void; onCancel: () => void };

/** Asks for the password of an encrypted document. */
export function PasswordForm({ isWrong, onPassword, onCancel }: PasswordFormProps) {
  const [password, setPassword] = useState('');

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') onPassword(password);
  }

  return (
    <form className="reader-card" onSubmit={handleSubmit}>
      <LockKeyhole aria-hidden="true" className="reader-card-icon" />
      {/* Rendered again for every attempt, so that screen readers announce that the last one was wrong. */}
      <div role="alert" className={isWrong ? 'reader-card-fault' : undefined}>
        <label htmlFor="pdf-password">
          {isWrong ? 'Invalid password. Please try again.' : 'Enter the password to open this PDF file.'}
        </label>
      </div>
      <input
        id="pdf-password"
        type="password"
        autoComplete="off"
        // The dialog only has this form.
        ref={(input) => input?.focus()}
        value={password}
        aria-invalid={isWrong || undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="reader-button reader-button-main" disabled={password === ''}>
          Open
        </button>
      </div>
    </form>
  );
}
