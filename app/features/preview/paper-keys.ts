import type { KeyboardEvent } from 'react';
import { findByKey } from '#app/features/viewing/action-keys.ts';
import { compareActions } from '#app/features/viewing/comparing.ts';
import {
  hitActions,
  neighbourActions,
  viewingActions,
  type ViewingActionName,
} from '#app/features/viewing/viewing-actions.ts';

/** What keys do in the paper preview; the last three only while words are marked. */
export type PaperActionName =
  | ViewingActionName
  | keyof typeof neighbourActions
  | keyof typeof compareActions
  | keyof typeof hitActions
  | 'clearMarks';

/** The action of a pressed key, or null. */
export function actionOfKey(event: KeyboardEvent, hasMarks: boolean): PaperActionName | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (hasMarks && key === 'Escape') return 'clearMarks';
  const actions = [
    ...Object.values(viewingActions),
    ...Object.values(neighbourActions),
    ...Object.values(compareActions),
    ...(hasMarks ? Object.values(hitActions) : []),
  ];
  return findByKey(actions, { key, ctrlKey, altKey, metaKey, shiftKey, isTyping: false })?.name ?? null;
}
