import type { DraftAttribute } from '#domain/material.ts';
import { definitionOf, wireNameOf } from '#domain/material-rules.ts';
import { findFault } from '#domain/material-schema.ts';
import { Problem } from './problems.ts';

/** Returns the problem for invalid attributes, with this reason. */
export function structureProblem(reason: string): Problem {
  return new Problem('document_invalid_structure', `Invalid document structure: ${reason}`);
}

/**
 * Returns the reason why a value of the attribute is refused, in the terms of `document_invalid_structure`: "invalid
 * format" means a value of the right type that is not allowed.
 */
export function describeFault(name: DraftAttribute, value: unknown): string {
  const fault = findFault(name, value) ?? 'type';
  return `Attribute "${wireNameOf(name)}" has invalid ${fault}. Value must be ${expected(name, fault)}`;
}

function expected(name: DraftAttribute, fault: 'format' | 'type'): string {
  const { type, min, max, maxLength, pattern } = definitionOf(name);
  if (type === 'integer') return fault === 'format' ? `a valid range between ${min} and ${max}` : 'a valid integer';
  if (type === 'boolean') return 'a valid boolean';
  if (pattern && fault === 'format') return pattern.words;
  return maxLength === undefined ? 'a valid string' : `a valid string and between 1 and ${maxLength} chars`;
}
