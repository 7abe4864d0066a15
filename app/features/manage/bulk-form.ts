import type { BulkAction } from '#contract/bulk-change.ts';
import { materialLimits, type MaterialKind } from '#domain/material.ts';
import { latinDigits } from '#domain/text/latin-digits.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import type { BulkTask } from './selection-bar.tsx';

/** The values entered for a bulk edit. */
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

/** True if the text is a valid year of a material, in Latin or Devanagari digits. */
export function isPlainYear(text: string): boolean {
  const figures = latinDigits(text);
  const year = Number(figures);
  return /^\d{4}$/.test(figures) && year >= materialLimits.minYear && year <= materialLimits.maxYear;
}

/** Returns the bulk edit that the form describes; null while a value is missing. */
export function toAction(task: BulkTask, form: BulkForm): BulkAction | null {
  switch (task) {
    case 'change': {
      if (form.year !== '' && !isPlainYear(form.year)) return null;
      if (form.year === '' && form.kind === 'same') return null;
      return {
        action: 'edit',
        ...(form.kind !== 'same' && { kind: form.kind }),
        ...(form.year !== '' && { year: Number(latinDigits(form.year)) }),
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
