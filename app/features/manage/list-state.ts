import { useEffect, useState } from 'react';
import { everyMaterial, type InventoryFilter, type InventoryTrait } from '#contract/inventory.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { InventoryOrder } from './inventory-records.ts';
import type { ShownPlace } from './shown-place.ts';

/** What the list in 'Manage Content' shows. */
export type ListState = {
  /** Null for all kinds. */
  kind: MaterialKind | null;
  typed: string;
  /** '' for any. */
  facultyId: string;
  semesterId: string;
  subject: string;
  year: string;
  /** Not the years from the first to the last. */
  outside: readonly [number, number] | null;
  trait: InventoryTrait | '';
  /** The id of a publication, as the address has it. */
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

/** Kept until the page is loaded anew, so that the list is the same after another tab, or after Back. */
let kept = initialState;

/**
 * The state of the list, which at first is that of a place if one is given, or all that a publication made. Every change
 * but that of the page goes to its first page. The publication is changed by the address alone.
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

/** A publication makes materials of any kind. */
function withPublication(state: ListState, publication: string): ListState {
  return { ...state, publication, page: 1, ...(publication !== '' && { kind: null }) };
}

function toState({ years, ...place }: ShownPlace) {
  const isOne = years !== null && 'only' in years;
  return { ...place, year: isOne ? String(years.only) : '', outside: years && !isOne ? years.except : null };
}

/** Whether the list still shows what the place says. */
export function isStillShown(state: ListState, only: ShownPlace): boolean {
  const wanted = toState(only);
  return Object.entries(wanted).every(([name, value]) => state[name as keyof typeof wanted] === value);
}

/** The filters of the state, with the words that were typed in full. */
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

/** How many filters are set, besides kind and words. */
export function countFilters(state: ListState): number {
  return Object.keys(noFilters).filter((name) => state[name as keyof typeof noFilters]).length;
}
