import type { KeyboardEvent } from 'react';
import { findByKey } from '#app/features/viewer/action-keys.ts';
import { compareActions } from '#app/features/viewer/comparing.ts';
import {
  hitActions,
  neighbourActions,
  viewingActions,
  type ViewingActionName,
} from '#app/features/viewer/viewing-actions.ts';

/** The actions that have keys in the paper preview. The keys of `closeFind` and for hits only work while the find bar is open. */
export type PaperActionName =
  | ViewingActionName
  | keyof typeof neighbourActions
  | keyof typeof compareActions
  | keyof typeof hitActions
  | 'closeFind';

/** Returns the action of a pressed key, or null. */
export function actionOfKey(event: KeyboardEvent, isFinding: boolean): PaperActionName | null {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  const isTyping = event.target instanceof HTMLInputElement;
  if (isFinding && key === 'Escape') return 'closeFind';
  const actions = [
    ...Object.values(viewingActions),
    ...Object.values(neighbourActions),
    ...Object.values(compareActions),
    ...(isFinding ? Object.values(hitActions) : []),
  ];
  return findByKey(actions, { key, ctrlKey, altKey, metaKey, shiftKey, isTyping })?.name ?? null;
}
