import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue } from '#domain/catalogue.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import type { PlaceGuess } from '#domain/guess/guess-place.ts';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { MaterialKind } from '#domain/material.ts';

/** The truth about a file, by a person who saw only the names and lines given here; null if those do not show it. */
export type PlaceTruth = {
  facultyId: string | null;
  semesterId: string | null;
  /** Several if the names of several programmes fit equally. */
  subject: string | readonly string[] | null;
  kind: MaterialKind | null;
  year: number | null;
};

/** A realistic path, with some lines of the first page if they are needed. */
export type LabelledPath = PlaceTruth & { path: string; firstPage?: string };

export const placeFields = ['facultyId', 'semesterId', 'subject', 'kind', 'year'] as const;
export type PlaceField = (typeof placeFields)[number];

const folder = import.meta.dirname;

export async function readLabelledPaths(): Promise<LabelledPath[]> {
  return JSON.parse(await readFile(path.join(folder, 'labelled-paths.json'), 'utf8')) as LabelledPath[];
}

export async function readShippedCatalogue(): Promise<Catalogue> {
  const file = path.join(folder, '..', '..', 'catalogue', 'tribhuvan.json');
  return parseCatalogue(JSON.parse(await readFile(file, 'utf8')));
}

/** Returns the names and the first page, without the truth. */
export function sourceOf({ path: name, firstPage }: LabelledPath): FileSource {
  return { path: name, firstPage: firstPage ?? null };
}

/** Least confidence of a guess that is not shown as doubtful. */
export const sureFrom = 0.9;

export type Score = {
  /** Files whose field a person can determine. */
  known: number;
  right: number;
  wrong: number;
  none: number;
  /** Right, but not sure. */
  doubtful: number;
  /** Wrong with 0.9 or more, including fields that a person could not determine. */
  wrongButSure: string[];
  /** Guessed although a person could not determine the field. */
  wild: number;
};

/** Scores guesses by field against their truth. */
export function scoreGuesses(
  pairs: readonly { path: string; truth: PlaceTruth; guess: PlaceGuess }[],
): Record<PlaceField, Score> {
  const scores = Object.fromEntries(
    placeFields.map((field) => [
      field,
      { known: 0, right: 0, wrong: 0, none: 0, doubtful: 0, wrongButSure: [] as string[], wild: 0 },
    ]),
  ) as Record<PlaceField, Score>;
  for (const { path: name, truth, guess } of pairs) {
    for (const field of placeFields) {
      const score = scores[field];
      const { value, confidence } = guess[field];
      const wanted = truth[field];
      const isRight = Array.isArray(wanted) ? wanted.includes(value) : wanted === value;
      if (wanted !== null) {
        score.known += 1;
        if (value === null) score.none += 1;
        else if (isRight) score.right += 1;
        else score.wrong += 1;
        if (isRight && confidence < sureFrom) score.doubtful += 1;
      } else if (value !== null) score.wild += 1;
      if (!isRight && confidence >= sureFrom) {
        score.wrongButSure.push(`${field} of ${name}: ${String(value)}, not ${String(wanted)}`);
      }
    }
  }
  return scores;
}
