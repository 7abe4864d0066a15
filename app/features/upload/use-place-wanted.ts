import { useEffect, useEffectEvent } from 'react';
import { showToast } from '#app/ui/toast.ts';
import type { UploadPlace } from './material-form.ts';
import type { MaterialFormState } from './use-material-form.ts';

/** Fills in a place that was chosen elsewhere in the panel and focuses the field for the file. */
export function usePlaceWanted(wanted: UploadPlace | null, { change, element, isBusy }: MaterialFormState): void {
  const place = useEffectEvent((request: UploadPlace) => {
    if (isBusy) {
      showToast({ tone: 'plain', title: 'An upload is running', text: 'Choose the place again when it is done.' });
      return;
    }
    change({ type: 'placed', ...request });
    element.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  });
  useEffect(
    function fillInPlace() {
      if (wanted) place(wanted);
    },
    [wanted],
  );
}
