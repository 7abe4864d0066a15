/** Announces changes of a list to screen readers. */

import type { MaterialKind } from '#domain/material.ts';
import { materials } from './counts.ts';
import { countWords } from '../kinds.ts';

/** `kind` is null for a list of all kinds. */
export const justAdded = (kind: MaterialKind | null, count: number) => `भर्खरै ${counted(kind, count)} थपियो।`;
export const justRemoved = (kind: MaterialKind | null, count: number) => `भर्खरै ${counted(kind, count)} हटाइयो।`;

const counted = (kind: MaterialKind | null, count: number) => (kind ? countWords(kind, count) : materials(count));
