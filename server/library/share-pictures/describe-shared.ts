import { pages, sharePicture } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { visitor } from '#domain/account.ts';
import { findFaculty, findSubject, findTerm, type Catalogue, type Faculty } from '#domain/catalogue.ts';
import { hasPicture, materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { TextReads } from '#server/library/text-extraction/text-reads.ts';
import type { SharePicture } from './share-picture.ts';
import { yearWords } from '#messages/years.ts';
import { countWords, shelfNames, kindNames } from '#messages/kinds.ts';

/** A page that has its own picture for shared links; every other page has the picture of Home. */
type SharedPage =
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

/** The content of a page's picture, and the file whose first page or cover the picture shows. */
export type Described = { picture: SharePicture; fileId: string | null };

/** Returns a page as visitors see it; `gone` for a material that was withdrawn or is hidden. */
export type DescribeShared = (page: SharedPage) => Promise<Described | 'missing' | 'gone'>;

/** Length of the text on the sheet that is drawn for a paper without pages: more than fits, in UTF-16 code units. */
const maxSheetText = 1200;
const shippedAccent = '#0f6b57';

export function createDescribeShared(parts: {
  materials: Pick<MaterialService, 'find' | 'count'>;
  texts: Pick<TextReads, 'beginning'>;
  catalogue: Catalogue;
  site: Pick<Site, 'name' | 'logo' | 'calendar'>;
  /** The operator's own accent for light pages, or null. */
  accent: string | null;
}): DescribeShared {
  const { materials, texts, catalogue, site } = parts;
  const look = {
    library: { name: site.name, hasShippedLogo: site.logo === null },
    accent: parts.accent ?? shippedAccent,
  };

  async function describeMaterial(id: string): Promise<Described | 'missing' | 'gone'> {
    const found = await materials.find(visitor, id);
    if (found.state !== 'published') return found.state === 'missing' ? 'missing' : 'gone';
    const { material } = found;
    const hasOwn = hasPicture(material);
    const fileId = hasOwn ? (material.coverFileId ?? material.fileId) : null;
    const art = !hasOwn ? { sheet: await readSheet(id) } : material.coverFileId ? 'cover' : 'page';
    const label = { kind: material.kind, words: kindNames[material.kind] };
    return { picture: { ...look, label, title: material.title, lines: linesOf(material), art }, fileId };
  }

  async function readSheet(id: string): Promise<string> {
    const text = await texts.beginning(visitor, id);
    return (text?.pages.map((page) => page.text).join('\n') ?? '').slice(0, maxSheetText);
  }

  function linesOf(material: Material): string[] {
    const faculty = findFaculty(catalogue, material.facultyId);
    const term = faculty && findTerm(faculty, material.semesterId);
    const place = [faculty?.name, term?.name, yearWords(material, site.calendar)].filter(Boolean).join(' · ');
    return [...(material.title.includes(material.subject) ? [] : [material.subject]), place];
  }

  async function describeHeld(faculty: Faculty, isAt: (place: { semesterId: string; subject: string }) => boolean) {
    const { places } = await materials.count(visitor, { facultyId: faculty.id });
    const held = new Map<MaterialKind, number>();
    for (const { kind, count, ...place } of places) if (isAt(place)) held.set(kind, (held.get(kind) ?? 0) + count);
    return materialKinds
      .flatMap((kind) => (held.get(kind) ? [countWords(kind, held.get(kind) ?? 0).replaceAll(' ', '\u00a0')] : []))
      .slice(0, 3)
      .join(' · ');
  }

  async function describePlace(page: Extract<SharedPage, { page: 'place' }>): Promise<Described | 'missing'> {
    const faculty = findFaculty(catalogue, page.facultyId);
    if (!faculty) return 'missing';
    const term = page.semesterId === null ? null : findTerm(faculty, page.semesterId);
    if (page.semesterId !== null && !term) return 'missing';
    const subject = term && page.subject !== null ? findSubject(term, page.subject) : null;
    if (page.subject !== null && !subject) return 'missing';
    const held = await describeHeld(
      faculty,
      (place) => (!term || place.semesterId === term.id) && (!subject || place.subject === subject.name),
    );
    const label = page.kind ? { kind: page.kind, words: shelfNames[page.kind] } : null;
    // The number of a term is on the same line as its word.
    const title = subject?.name ?? [faculty.name, term?.name.replaceAll(' ', '\u00a0')].filter(Boolean).join(', ');
    const lines = subject
      ? [faculty.fullName, term?.name ?? '']
      : [faculty.fullName === faculty.name ? '' : faculty.fullName, faculty.university ?? ''];
    return {
      picture: { ...look, label, title, lines: [...lines, held].filter(Boolean), art: 'stack' },
      fileId: null,
    };
  }

  return async (page) => {
    if (page.page === 'material') return describeMaterial(page.id);
    if (page.page === 'place') return describePlace(page);
    return {
      picture: {
        ...look,
        label: null,
        title: 'Question Papers Solutions Notes',
        lines: ['Past papers, notes, revision materials', 'and books. Free to read.'],
        art: 'stack',
      },
      fileId: null,
    };
  };
}
