import { api } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { hasPicture, kindNames, type Material } from '#domain/material.ts';
import { pageTitle } from '#app/features/layout/page-head.ts';
import type { HeadWords, SharedPicture } from './head-words.ts';

/** The parts of a faculty that a description needs. */
export type NamedFaculty = { fullName: string; terms: readonly { id: string; name: string }[] };

/** Title and description of a material; without its faculty if that is not known. */
export function materialWords(material: Material, faculty: NamedFaculty | null): HeadWords {
  const kind = kindNames[material.kind];
  const term = faculty?.terms.find(({ id }) => id === material.semesterId);
  const place = [material.subject, faculty?.fullName, term?.name].filter(Boolean).join(', ');
  return {
    title: pageTitle([material.title, kind]),
    description: `${kind} for ${place}: read it online or download it.`,
  };
}

/** The top of a material's first page, or its cover; null if no picture can be made. */
export function materialPicture(material: Material, { ids, publicUrl }: Site): SharedPicture | null {
  if (!hasPicture(material)) return null;
  const { address, width, height } = api.filePictureForSharing(ids, material.coverFileId ?? material.fileId);
  return {
    url: publicUrl + address,
    type: 'image/jpeg',
    size: material.coverFileId ? null : { width, height },
    alt: material.coverFileId ? `Cover of ${material.title}` : `First page of ${material.title}`,
  };
}
