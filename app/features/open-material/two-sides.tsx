import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import type { Material } from '#domain/material.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { openedMaterialQuery } from './opened-material-query.ts';
import './two-sides.css';

/**
 * Makes the page beneath the two sides inert, as a modal dialog would, and updates each side when its material is
 * withdrawn.
 */
export function TwoSides({ ids }: { ids: readonly string[] }) {
  useLayoutEffect(function makeRestInert() {
    const rest = [...document.querySelectorAll('body > :not([data-side-of], dialog, script, [inert])')];
    for (const element of rest) element.toggleAttribute('inert', true);
    return () => {
      for (const element of rest) element.toggleAttribute('inert', false);
    };
  }, []);
  return ids.map((id) => <WatchedSide key={id} id={id} />);
}

function WatchedSide({ id }: { id: string }) {
  const { data: found } = useQuery(openedMaterialQuery(useRouter().options.context.shelf, id));
  return found?.state === 'published' && <WatchedMaterial material={found.material} />;
}

/** Requests a material again when something changes in its subject. */
function WatchedMaterial({ material }: { material: Material }) {
  const { id, kind, facultyId, semesterId, subject } = material;
  useLiveList({ kinds: [kind], place: { facultyId, semesterId, subject }, queryKey: ['material', id] });
  return null;
}
