import type { Reader } from '#app/features/reader/use-reader.ts';
import { FailureCard } from './failure-card.tsx';
import { OpeningPage } from './opening-page.tsx';
import { PasswordForm, type KnownLock } from './password-form.tsx';

type OpeningPhaseProps = { reader: Reader; downloadUrl: string; lock: KnownLock; onClose: () => void };

/** Shows the state of opening instead of the pages until the document is open; nothing afterwards. */
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
