import { SquareSplitHorizontal } from 'lucide-react';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import * as words from '#messages/reader/offers.ts';
import { DismissButton } from './offers.tsx';

type HalvesOfferProps = { onAccept: () => void; onDismiss: () => void };

/** Offers to show two-up pages half by half. Hidden while the bars are. */
export function HalvesOffer({ onAccept, onDismiss }: HalvesOfferProps) {
  return (
    <section className="reader-offer reader-view-offer" aria-label={useSideLabel(words.twoUp)}>
      <button type="button" className="reader-offer-go" onClick={onAccept}>
        <SquareSplitHorizontal aria-hidden="true" />
        {words.readHalves}
      </button>
      <DismissButton label={words.leaveWhole} onClick={onDismiss} />
    </section>
  );
}
