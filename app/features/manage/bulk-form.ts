import type { BulkAction } from '#contract/bulk-change.ts';
import { materialLimits, type MaterialKind } from '#domain/material.ts';
import { plainLine } from '#domain/plain-line.ts';
import type { BulkTask } from './selection-bar.tsx';

/** What was chosen and typed for a change of many. */
export type BulkForm = {
  kind: MaterialKind | 'same';
  year: string;
  facultyId: string;
  semesterId: string;
  subject: string;
  reason: string;
};

export const emptyBulkForm: BulkForm = {
  kind: 'same',
  year: '',
  facultyId: '',
  semesterId: '',
  subject: '',
  reason: '',
};

/** Whether the text is a year that a material may have. */
export function isPlainYear(text: string): boolean {
  const year = Number(text);
  return /^\d{4}$/.test(text) && year >= materialLimits.minYear && year <= materialLimits.maxYear;
}

/** The change that the form describes; null while something is missing. */
export function toAction(task: BulkTask, form: BulkForm): BulkAction | null {
  switch (task) {
    case 'change': {
      if (form.year !== '' && !isPlainYear(form.year)) return null;
      if (form.year === '' && form.kind === 'same') return null;
      return {
        action: 'edit',
        ...(form.kind !== 'same' && { kind: form.kind }),
        ...(form.year !== '' && { year: Number(form.year) }),
      };
    }
    case 'move': {
      const { facultyId, semesterId, subject } = form;
      return facultyId && semesterId && subject ? { action: 'edit', facultyId, semesterId, subject } : null;
    }
    case 'hide': {
      const reason = plainLine(form.reason);
      return reason === '' ? null : { action: 'hide', reason };
    }
    case 'show':
    case 'delete':
      return { action: task };
  }
}
