import { SquareSplitHorizontal } from 'lucide-react';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { DismissButton } from './offers.tsx';

type HalvesOfferProps = { onAccept: () => void; onDismiss: () => void };

/** Offers to show two-up pages half by half. Hidden while the bars are. */
export function HalvesOffer({ onAccept, onDismiss }: HalvesOfferProps) {
  return (
    <section className="reader-offer reader-view-offer" aria-label={useSideLabel('Two pages side by side')}>
      <button type="button" className="reader-offer-go" onClick={onAccept}>
        <SquareSplitHorizontal aria-hidden="true" />
        Read one half at a time
      </button>
      <DismissButton label="Leave the pages whole" onClick={onDismiss} />
    </section>
  );
}
