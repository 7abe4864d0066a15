import type { Reader } from './use-reader.ts';
import { FailureCard } from '#app/features/reader/opening/failure-card.tsx';
import { OpeningPage } from '#app/features/reader/opening/opening-page.tsx';
import { PasswordForm, type KnownLock } from '#app/features/reader/opening/password-form.tsx';

type OpeningPhaseProps = { reader: Reader; downloadUrl: string; lock: KnownLock; onClose: () => void };

/**
 * Shows the progress of opening, or its failure, instead of the pages until the document is open; then renders nothing.
 */
export function OpeningPhase({ reader, downloadUrl, lock, onClose }: OpeningPhaseProps) {
  const { state, picture, bars, tryAgain } = reader;
  const { phase } = state;
  switch (phase.name) {
    case 'opening':
      return <OpeningPage picture={picture} zoom={state.zoom} isDark={state.isDark} room={bars.room} />;
    case 'locked':
      return <PasswordForm lock={lock} isWrong={phase.isWrong} onPassword={phase.answer} onCancel={onClose} />;
    case 'failed':
      return <FailureCard problem={phase.problem} downloadUrl={downloadUrl} onTryAgain={tryAgain} />;
    case 'reading':
      return null;
  }
}
