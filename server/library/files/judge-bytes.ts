import { Problem } from '#contract/problems.ts';
import { beginsLikePage, fileTypes, nameWithEnding, typeByBytes, typeByName } from '#domain/file-type.ts';

/**
 * Returns the media type of a file by its first bytes, never by the sender's claim, and its name with an extension of
 * that type. Throws `storage_file_type_unsupported` if it is none of the accepted types.
 */
export function judgeBytes(name: string, head: Uint8Array): { mediaType: string; name: string } {
  const type = typeByBytes(name, head);
  if (type) return { mediaType: type.mediaType, name: nameWithEnding(name, type) };
  throw new Problem('storage_file_type_unsupported', explain(name, head));
}

function explain(name: string, head: Uint8Array): string {
  const named = typeByName(name);
  if (!named) {
    const accepted = fileTypes.flatMap(({ extensions }) => extensions).join(', ');
    return `This kind of file is not accepted. Choose ${accepted}.`;
  }
  const extension = named.extensions.find((each) => name.toLowerCase().endsWith(each)) ?? named.extensions[0];
  const found = beginsLikePage(head)
    ? 'a web page, perhaps a message that was saved in its place'
    : `not ${named.name}`;
  return `The file is named ${extension} but is ${found}. Please choose the right file.`;
}
