import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { closeSide, swapSides } from '#app/features/materials/opened-address.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import { useWriteOpened } from './opened-navigation.ts';
import './other-offer.css';

/** On a window too narrow for both materials of a link, offers to open the other one in place of this one. */
export function OtherOffer({ id }: { id: string }) {
  const { shelf } = useRouter().options.context;
  const write = useWriteOpened();
  const found = useQuery(openedMaterialQuery(shelf, id)).data;
  if (!found) return null;
  return (
    <section className="other-offer" aria-label="Other material">
      {found.state === 'published' ? (
        <button type="button" className="other-offer-go" onClick={() => write(swapSides)}>
          <span>
            Also opened: <bdi>{found.material.title}</bdi>
          </span>
          <span className="other-offer-word">Read it</span>
        </button>
      ) : (
        <p className="other-offer-go">The other material of this link is no longer available.</p>
      )}
      <button
        type="button"
        className="other-offer-dismiss"
        aria-label="Dismiss"
        data-tooltip="Dismiss"
        onClick={() => write((opened) => closeSide(opened, id))}
      >
        <X aria-hidden="true" />
      </button>
    </section>
  );
}
