import { useEffect, useState } from 'react';
import { everyMaterial, type InventoryFilter, type InventoryTrait } from '#contract/inventory.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { InventoryOrder } from './inventory-client.ts';
import type { ShownPlace } from './place-names.ts';

/** State of the list in 'Manage Content'. */
export type ListState = {
  /** Null for all kinds. */
  kind: MaterialKind | null;
  typed: string;
  /** '' for any. */
  facultyId: string;
  semesterId: string;
  subject: string;
  year: string;
  /** Excludes the years from the first to the last. */
  outside: readonly [number, number] | null;
  trait: InventoryTrait | '';
  /** Id of a publication, as in the address. */
  publication: string;
  order: InventoryOrder;
  page: number;
};

const initialState: ListState = {
  kind: 'paper',
  typed: '',
  facultyId: '',
  semesterId: '',
  subject: '',
  year: '',
  outside: null,
  trait: '',
  publication: '',
  order: { sort: 'uploaded', direction: 'desc' },
  page: 1,
};

/** Stored until the page is reloaded, so that the list is the same after a change of tab, or after Back. */
let kept = initialState;

/**
 * Returns the state of the list. Initially it shows a subject if one is given, or everything that a publication made. Every
 * change except a change of page returns to the first page. Only the address changes the publication.
 */
export function useListState(
  only: ShownPlace | null,
  publication: string,
): [ListState, (change: Partial<ListState>) => void] {
  const [state, setState] = useState(() => {
    if (only) return { ...initialState, ...toState(only) };
    return publication === kept.publication ? kept : withPublication(initialState, publication);
  });
  if (publication !== state.publication) setState(withPublication(state, publication));
  useEffect(
    function keepState() {
      kept = state;
    },
    [state],
  );
  return [state, (change) => setState((before) => ({ ...before, page: 1, ...change }))];
}

/** Shows all kinds, because a publication makes materials of any kind. */
function withPublication(state: ListState, publication: string): ListState {
  return { ...state, publication, page: 1, ...(publication !== '' && { kind: null }) };
}

function toState({ years, ...place }: ShownPlace) {
  const isOne = years !== null && 'only' in years;
  return { ...place, year: isOne ? String(years.only) : '', outside: years && !isOne ? years.except : null };
}

/** True if the list still shows the given place. */
export function isStillShown(state: ListState, only: ShownPlace): boolean {
  const wanted = toState(only);
  return Object.entries(wanted).every(([name, value]) => state[name as keyof typeof wanted] === value);
}

/** Returns the filters of the state, with the search terms as typed. */
export function toFilter(state: ListState, words: string): InventoryFilter {
  const { kind, facultyId, semesterId, subject, year, outside, trait, publication } = state;
  return {
    ...everyMaterial,
    q: words,
    kind: kind ? [kind] : [],
    facultyId: facultyId ? [facultyId] : [],
    semesterId: semesterId ? [semesterId] : [],
    subject: subject ? [subject] : [],
    year: year ? [Number(year)] : [],
    ...(outside && { outsideFrom: outside[0], outsideTo: outside[1] }),
    trait: trait ? [trait] : [],
    ...(publication && { publicationId: publication }),
  };
}

export const noFilters = {
  facultyId: '',
  semesterId: '',
  subject: '',
  year: '',
  outside: null,
  trait: '',
  publication: '',
} as const;

/** Returns the number of filters set, apart from kind and search terms. */
export function countFilters(state: ListState): number {
  return Object.keys(noFilters).filter((name) => state[name as keyof typeof noFilters]).length;
}
