import type { MaterialKind } from '#domain/material.ts';

/** The four collections (tables) of the contract and the attributes their documents carry. */

export const collectionOfKind = {
  paper: 'papers',
  note: 'notes',
  revision: 'revisions',
  book: 'books',
} as const satisfies Record<MaterialKind, string>;

/** The kind a collection holds, or null for a collection that does not exist. */
export function kindOfCollection(collectionId: string): MaterialKind | null {
  for (const [kind, id] of Object.entries(collectionOfKind)) if (id === collectionId) return kind as MaterialKind;
  return null;
}

export type AttributeType = 'string' | 'integer' | 'boolean' | 'datetime' | 'url';

export type Attribute = {
  name: string;
  type: AttributeType;
  /** Must be present and not null when a document is created. */
  isRequired: boolean;
  /** Set by the server and given out only; silently dropped when it is sent, as a document read is often sent back whole. */
  isGivenOut?: boolean;
  /** `search` works on it (contract 4.2). */
  isSearchable?: boolean;
};

const shared: Attribute[] = [
  { name: 'subject', type: 'string', isRequired: true },
  { name: 'title', type: 'string', isRequired: true, isSearchable: true },
  { name: 'year', type: 'integer', isRequired: false },
  { name: 'facultyId', type: 'string', isRequired: true },
  { name: 'semesterId', type: 'string', isRequired: true },
  { name: 'downloadUrl', type: 'url', isRequired: true },
  { name: 'uploadedAt', type: 'datetime', isRequired: false, isGivenOut: true },
  { name: 'fileType', type: 'string', isRequired: false, isGivenOut: true },
  { name: 'fileSize', type: 'integer', isRequired: false, isGivenOut: true },
  { name: 'pageCount', type: 'integer', isRequired: false, isGivenOut: true },
  { name: 'isSample', type: 'boolean', isRequired: false, isGivenOut: true },
];

/** The declared attributes of each kind, in the order documents show them. */
export const attributesOfKind: Record<MaterialKind, readonly Attribute[]> = {
  paper: shared.map((attribute) => (attribute.name === 'year' ? { ...attribute, isRequired: true } : attribute)),
  note: shared,
  revision: shared,
  book: [...shared, { name: 'coverImageUrl', type: 'url', isRequired: false }],
};

/** Built-in keys that may be filtered and ordered by (contract 4.2). */
export const builtInAttributes: readonly Attribute[] = [
  { name: '$id', type: 'string', isRequired: true },
  { name: '$sequence', type: 'integer', isRequired: true },
  { name: '$createdAt', type: 'datetime', isRequired: true },
  { name: '$updatedAt', type: 'datetime', isRequired: true },
];
