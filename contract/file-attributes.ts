import { builtInAttributes, type Attribute } from './collections.ts';

/** The attributes by which lists of files may be filtered and ordered. */
export const fileAttributes: readonly Attribute[] = [
  { name: 'name', type: 'string' },
  { name: 'folder', type: 'string' },
  { name: 'signature', type: 'string' },
  { name: 'mimeType', type: 'string' },
  { name: 'sizeOriginal', type: 'integer' },
  { name: 'chunksTotal', type: 'integer' },
  { name: 'chunksUploaded', type: 'integer' },
  ...builtInAttributes,
];
