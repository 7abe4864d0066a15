import { useEffect, useState } from 'react';
import { everyMaterial, type InventoryFilter, type InventoryTrait } from '#contract/inventory.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { InventoryOrder } from './inventory-records.ts';

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
  trait: InventoryTrait | '';
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
  trait: '',
  order: { sort: 'uploaded', direction: 'desc' },
  page: 1,
};

/** Kept until the page is loaded anew, so that the list is the same after another tab, or after Back. */
let kept = initialState;

/** The state of the list. Every change but that of the page goes to its first page. */
export function useListState(): [ListState, (change: Partial<ListState>) => void] {
  const [state, setState] = useState(kept);
  useEffect(
    function keepState() {
      kept = state;
    },
    [state],
  );
  return [state, (change) => setState((before) => ({ ...before, page: 1, ...change }))];
}

/** The filters of the state, with the words that were typed in full. */
export function toFilter(state: ListState, words: string): InventoryFilter {
  const { kind, facultyId, semesterId, subject, year, trait } = state;
  return {
    ...everyMaterial,
    q: words,
    kind: kind ? [kind] : [],
    facultyId: facultyId ? [facultyId] : [],
    semesterId: semesterId ? [semesterId] : [],
    subject: subject ? [subject] : [],
    year: year ? [Number(year)] : [],
    trait: trait ? [trait] : [],
  };
}

export const noFilters = { facultyId: '', semesterId: '', subject: '', year: '', trait: '' } as const;

/** How many filters are set, besides kind and words. */
export function countFilters(state: ListState): number {
  return Object.keys(noFilters).filter((name) => state[name as keyof typeof noFilters] !== '').length;
}
