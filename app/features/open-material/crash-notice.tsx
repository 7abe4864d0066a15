import type { ErrorComponentProps } from '@tanstack/react-router';
import { useSide } from '#app/features/viewer/side.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { useClose } from './opened-navigation.ts';

/** Replaces an opened material that failed to render, on its side only. React has logged the error. */
export function CrashNotice({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  return (
    <OpeningNotice
      text="Something went wrong while showing this. Trying again often helps."
      onTryAgain={reset}
      onClose={useClose(useSide().id)}
    />
  );
}
