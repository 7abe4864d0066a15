import { api, type ContractIds } from '#contract/addresses.ts';
import { isIdentifier } from '#domain/identifier.ts';

/** The addresses of this library's files: below these origins, in this project's one bucket. */
export type OwnAddresses = { origins: readonly string[]; ids: ContractIds };

/**
 * Returns the id of the stored file that a download, view or preview address names; null if it is not the address of a
 * file of this library. Does not check whether the file exists. An address may be relative to our origin if it starts
 * with a slash.
 */
export function readFileUrl(value: string, { origins, ids }: OwnAddresses): string | null {
  const [base] = origins;
  if (base === undefined || !/^(https?:\/\/|\/(?![/\\]))/i.test(value) || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  if (!origins.includes(url.origin) || url.username !== '' || url.password !== '') return null;
  const files = `${api.files(ids)}/`;
  if (!url.pathname.startsWith(files)) return null;
  const [id, action, ...rest] = url.pathname.slice(files.length).split('/');
  if (id === undefined || action === undefined || rest.length > 0 || !actions.has(action)) return null;
  const project = url.searchParams.get('project');
  if (project !== null && project !== ids.projectId) return null;
  // Identifiers have no characters that must be encoded, but some clients encode them anyway.
  const fileId = decode(id);
  return isIdentifier(fileId) ? fileId : null;
}

const actions = new Set(['download', 'view', 'preview']);

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
