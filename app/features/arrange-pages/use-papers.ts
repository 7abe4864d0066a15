import { useQueries } from '@tanstack/react-query';
import type { Client } from 'appwrite';
import { useState } from 'react';
import type { FileGuessAnswer, PageTextsAnswer } from '#contract/schemas/answer-types.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { isSameTime } from '#domain/calendar.ts';
import { requiresAttribute } from '#domain/material-rules.ts';
import { materialLimits, type Material } from '#domain/material.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import * as words from '#messages/arrange-pages.ts';
import type { PaperToMake } from './apply-plan.ts';
import { papersOf, type PagePlan } from './page-plan.ts';

/** The fields of a new material, as they are in the form. */
export type PaperFields = { title: string; year: string };

/** The maximum that the library accepts for a guess. */
const maxFirstPage = 20_000;

type YearGuess = { year: number | null; bs: number | null };

const noYear: YearGuess = { year: null, bs: null };

/** Returns the year on a page, as the import guesses it; nulls if the page has no text yet. */
async function guessYear(client: Client, { id }: Material, page: number): Promise<YearGuess> {
  try {
    const read = (await client.call('get', new URL(api.pageTexts(id, page), location.origin))) as PageTextsAnswer;
    const firstPage = read.pages.find((each) => each.page === page)?.text.slice(0, maxFirstPage);
    if (!firstPage) return noYear;
    const json = { 'content-type': 'application/json' };
    const guess = (await client.call('post', new URL(panelApi.guessPlace(), location.origin), json, {
      path: 'part.pdf',
      firstPage,
    })) as FileGuessAnswer;
    const { value: year, bs } = guess.fields.year;
    return { year, bs };
  } catch {
    // Without a guess, the fields have the values of the material.
    return noYear;
  }
}

/** The materials that a plan makes, with the fields of the new ones: as typed, or as proposed from their first pages. */
export function usePapers(materials: readonly [Material, ...Material[]], plan: PagePlan) {
  const { client } = useAdminSession();
  const [typed, setTyped] = useState<ReadonlyMap<string, Partial<PaperFields>>>(new Map());
  const [material] = materials;
  const planned = papersOf(plan);
  const guesses = useQueries({
    queries: planned.map(({ split, pages: [first] }) => {
      const page = first?.page ?? 1;
      const source = materials[first?.source ?? 0] ?? material;
      return {
        queryKey: ['page year', source.fileId, page],
        queryFn: () => guessYear(client, source, page),
        enabled: split !== null,
        staleTime: Infinity,
        retry: false,
      };
    }),
  });

  const papers = planned.map(({ split, pages }, index) => {
    const guess = guesses[index]?.data ?? noYear;
    const year = guess.year ?? material.year;
    const named = guess.bs ?? guess.year;
    const proposed = {
      title: named === null ? words.partTitle(material.title, index + 1) : `${material.subject} ${named}`,
      year: year === null ? '' : String(year),
    };
    const fields = { ...proposed, ...typed.get(split?.key ?? '') };
    return { split, pages, fields, guess, faults: split ? findFaults(material, fields) : {} };
  });

  return {
    papers,
    isFilledIn: papers.every(({ faults }) => Object.keys(faults).length === 0),
    change(key: string, change: Partial<PaperFields>) {
      setTyped(new Map(typed).set(key, { ...typed.get(key), ...change }));
    },
    /** Returns what is to be made. Call it only if all fields are filled in. */
    toMake: (): PaperToMake[] =>
      papers.map(({ split, pages, fields, guess }) => {
        if (!split) return { pages, title: material.title, year: material.year, yearBs: material.yearBs };
        const typedYear = latinDigits(fields.year.trim());
        const year = typedYear === '' ? null : Number(typedYear);
        const yearBs = isSameTime({ year, yearBs: guess.bs }) ? guess.bs : null;
        return { pages, title: fields.title.trim(), year, yearBs };
      }),
  };
}

/** Returns the errors of the fields of a new material. A year may be in Latin or Devanagari digits. */
export function findFaults({ kind }: Pick<Material, 'kind'>, fields: PaperFields): Partial<PaperFields> {
  const title = fields.title.trim();
  const year = latinDigits(fields.year.trim());
  const { minYear, maxYear } = materialLimits;
  const isNone = year === '' && !requiresAttribute(kind, 'year');
  const isYear = /^\d{4}$/.test(year) && Number(year) >= minYear && Number(year) <= maxYear;
  return {
    ...(title === '' && { title: words.titleMissing }),
    ...(!isNone && !isYear && { year: words.yearInvalid(minYear, maxYear) }),
  };
}
