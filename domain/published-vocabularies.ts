import type { MaterialKind } from './material.ts';

/**
 * The kinds in published vocabularies, for programs that don't know our kinds. Constants without calls, so that the
 * build removes them from the code for browsers.
 */

type PublishedType = { uri: string; label: string };

/** COAR Resource Types 3.1, which aggregators of repositories read (vocabularies.coar-repositories.org). */
export const coarTypes: Record<MaterialKind, PublishedType> = {
  paper: { uri: 'http://purl.org/coar/resource_type/c_e059', label: 'learning object' },
  note: { uri: 'http://purl.org/coar/resource_type/c_e059', label: 'learning object' },
  revision: { uri: 'http://purl.org/coar/resource_type/c_e059', label: 'learning object' },
  book: { uri: 'http://purl.org/coar/resource_type/c_2f33', label: 'book' },
};

export const coarScheme = 'http://purl.org/coar/resource_type/scheme';

/**
 * Types of the vocabulary Higher Education Resource Types (w3id.org/kim/hcrt), which indexes of learning resources
 * read.
 */
export const learningTypes: Record<Exclude<MaterialKind, 'book'>, PublishedType> = {
  paper: { uri: 'https://w3id.org/kim/hcrt/assessment', label: 'Assessment' },
  // "For example lecture notes."
  note: { uri: 'https://w3id.org/kim/hcrt/script', label: 'Script' },
  revision: { uri: 'https://w3id.org/kim/hcrt/text', label: 'Text' },
};

export const learningScheme = 'https://w3id.org/kim/hcrt/scheme';
