import type { MaterialKind } from '#domain/material.ts';
import { pages, sharePicture } from '#contract/addresses.ts';

/** A page that has its own picture for shared links; every other page has the picture of Home. */
export type SharedPage =
  | { page: 'home' }
  | { page: 'material'; id: string }
  | { page: 'place'; facultyId: string; semesterId: string | null; subject: string | null; kind: MaterialKind | null };

/** Patterns of the paths of places; `kind` is the kind of material listed on the page. */
const shapes: readonly { form: RegExp; kind: MaterialKind | null }[] = [
  { form: asForm(pages.faculty('*')), kind: null },
  { form: asForm(pages.semester('*', '*')), kind: null },
  { form: asForm(pages.revisionSubjects('*', '*')), kind: 'revision' },
  { form: asForm(pages.papers('*', '*', '*')), kind: 'paper' },
  { form: asForm(pages.notes('*', '*', '*')), kind: 'note' },
  { form: asForm(pages.revision('*', '*', '*')), kind: 'revision' },
];

function asForm(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`);
}

/** Returns the page whose picture has this path, percent-encoded as in the request; null if there is no such page. */
export function readSharedPage(path: string): SharedPage | null {
  if (path === sharePicture.home) return { page: 'home' };
  const { prefix, suffix } = sharePicture;
  if (!path.startsWith(`${prefix}/`) || !path.endsWith(suffix)) return null;
  const ofPage = path.slice(prefix.length, -suffix.length);
  try {
    const id = /^\/material\/([^/]+)$/.exec(ofPage)?.[1];
    if (id !== undefined) return { page: 'material', id: decodeURIComponent(id) };
    for (const { form, kind } of shapes) {
      const [, facultyId, semesterId = null, subject = null] = form.exec(ofPage)?.map(decodeURIComponent) ?? [];
      if (facultyId !== undefined) return { page: 'place', facultyId, semesterId, subject, kind };
    }
  } catch {
    // Invalid percent-encoding names no page.
  }
  return null;
}
