import { builtInAttributes, type Attribute } from './collections.ts';

/** What lists of files may be filtered and ordered by (contract 5.1). */
export const fileAttributes: readonly Attribute[] = [
  { name: 'name', type: 'string', isRequired: true },
  { name: 'folder', type: 'string', isRequired: true },
  { name: 'signature', type: 'string', isRequired: true },
  { name: 'mimeType', type: 'string', isRequired: true },
  { name: 'sizeOriginal', type: 'integer', isRequired: true },
  { name: 'chunksTotal', type: 'integer', isRequired: true },
  { name: 'chunksUploaded', type: 'integer', isRequired: true },
  ...builtInAttributes,
];
