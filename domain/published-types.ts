import type { MaterialKind } from './material.ts';

/**
 * The kinds in published vocabularies, for programs that don't know ours. Only what leaves the library uses them, so
 * that browsers don't get them.
 */

type PublishedType = { uri: string; label: string };

/** COAR Resource Types 3.1, which aggregators of repositories read (vocabularies.coar-repositories.org). */
export const coarTypes: Record<MaterialKind, PublishedType> = {
  paper: coar('c_e059', 'learning object'),
  note: coar('c_e059', 'learning object'),
  revision: coar('c_e059', 'learning object'),
  book: coar('c_2f33', 'book'),
};

export const coarScheme = 'http://purl.org/coar/resource_type/scheme';

/** Higher Education Resource Types (w3id.org/kim/hcrt), which indexes of learning resources read. */
export const learningTypes: Record<Exclude<MaterialKind, 'book'>, PublishedType> = {
  paper: hcrt('assessment', 'Assessment'),
  // "For example lecture notes."
  note: hcrt('script', 'Script'),
  revision: hcrt('text', 'Text'),
};

export const learningScheme = 'https://w3id.org/kim/hcrt/scheme';

function coar(id: string, label: string): PublishedType {
  return { uri: `http://purl.org/coar/resource_type/${id}`, label };
}

function hcrt(id: string, label: string): PublishedType {
  return { uri: `https://w3id.org/kim/hcrt/${id}`, label };
}
