import { useEffect, useState, type ComponentType } from 'react';
import type { Site } from '#contract/shelf.ts';
import { tag } from '#messages/language.ts';
import { whenLoaded } from './when-idle.ts';

type OfferProps = { site: Pick<Site, 'languages'> };

/** Loads the offer of another language once the page has loaded, and only where the browser prefers one. */
export function LaterLanguageOffer({ site }: OfferProps) {
  const [parts, setParts] = useState<{ Offer: ComponentType<OfferProps> } | null>(null);
  useEffect(
    function loadOffer() {
      if (!site.languages.some((language) => language !== tag && navigator.language.startsWith(language))) return;
      return whenLoaded(
        () =>
          void import('./language-offer.tsx').then(
            ({ LanguageOffer: Offer }) => setParts({ Offer }),
            // The switch in the header stays.
            () => {},
          ),
      );
    },
    [site],
  );
  return parts && <parts.Offer site={site} />;
}
