import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Asset, useLocation, useRouter, useRouterState, useTags, type RouterManagedTag } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { pages, sharePictureAddress, api } from '#contract/addresses.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { MaterialText } from '#contract/material-text.ts';
import type { FoundMaterial, Site } from '#contract/shelf.ts';
import type { Faculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { pageTitle } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { materialTextQuery } from '#app/features/materials/material-queries.ts';
import { readOpened } from '#app/features/materials/opened-address.ts';
import { openedMaterialQuery } from '#app/features/open-material/opened-material-query.ts';
import * as titles from '#messages/head.ts';
import { tag } from '#messages/language.ts';
import * as nouns from '#messages/nouns.ts';
import { readWords, writeHead, type HeadWords } from './head-words.ts';
import { findMissing, pageAddress } from './page-address.ts';
import type { ListedMaterials } from './listed-on.ts';
import { structuredData, type PageFacts } from './structured-data.ts';
import { kindNames } from '#messages/kinds.ts';

/**
 * Renders the head of every page. While a material is open over a page, or on its own page, the head describes the material,
 * because that is the target of a shared link.
 */
export function SiteHead() {
  const router = useRouter();
  const tags = useTags();
  const matches = useRouterState({ select: (state) => state.matches });
  const site = useCachedSite();
  const opened = readOpened(useLocation({ select: (location) => location.searchStr }));
  const page = matches.at(-1);
  const ownId = page?.routeId === '/material/$id' ? page.params.id : undefined;
  const openedMaterial = usePublished(opened?.id);
  const ownMaterial = usePublished(ownId);
  const material = openedMaterial ?? ownMaterial;
  const faculty = useNamedFaculty(material?.facultyId);

  const missing = material ? undefined : findMissing(matches);
  const isGone = missing !== undefined || (ownId !== undefined && !material);
  const address = material ? pages.material(material.id) : pageAddress(matches);
  const saysSoItself = missing && router.routesById[missing.routeId as '__root__'].options.notFoundComponent;
  const words = material
    ? materialWords(material, faculty, openedMaterial ? opened?.page : 1)
    : missing && !saysSoItself
      ? { title: pageTitle([titles.pageNotFound]), description: null }
      : null;
  const written = writeHead(tags, {
    words,
    canonical: site && !isGone ? site.publicUrl + localAddress(address) : null,
    picture: site ? site.publicUrl + sharePictureAddress(isGone ? '/' : address) : null,
    isHidden: isGone,
    site: site ?? null,
  });
  const feeds = isGone ? [] : feedLinks(page?.params ?? {});
  return (
    <>
      {[...written, ...feeds].map((tag) => (
        <Asset key={JSON.stringify(tag)} {...tag} />
      ))}
      {/* Only robots read this, from the server's HTML. Browsers don't need it, so they don't get the code for it. */}
      {import.meta.env.SSR && site && !isGone && (
        <StructuredData
          site={site}
          address={address}
          words={words ?? readWords(tags)}
          material={material}
          params={page?.params ?? {}}
        />
      )}
      {import.meta.env.SSR && site && <Languages site={site} address={isGone ? null : address} />}
    </>
  );
}

function StructuredData(facts: Omit<PageFacts, 'faculty' | 'materials' | 'languages'>) {
  const { material, params } = facts;
  const facultyId = material?.facultyId ?? params.facultyId;
  const faculty = useCached<Faculty | null>(facultyId === undefined ? null : ['faculty', facultyId]);
  const materials = useListed();
  const { shelf } = useRouter().options.context;
  const text = useCached<MaterialText | null>(material ? materialTextQuery(shelf, material.id).queryKey : null);
  const json = structuredData({ ...facts, faculty: faculty ?? null, materials, languages: text?.languages ?? [] });
  return json && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Names the page's language for link previews, and its addresses in all languages for search engines. */
function Languages({ site, address }: { site: Site; address: string | null }) {
  const { publicUrl, languages } = site;
  return (
    <>
      <meta property="og:locale" content={openGraphLocales[tag]} />
      {address !== null && languages.length > 1 && (
        <>
          {languages.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={publicUrl + inLanguage(language, address)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={publicUrl + address} />
        </>
      )}
    </>
  );
}

/** Open Graph names a country with each language. */
const openGraphLocales: Record<Language, string> = { en: 'en_US', ne: 'ne_NP' };

/** Returns the list of materials that the page has loaded, if it shows one. */
function useListed(): ListedMaterials | null {
  const lists = useQueryClient().getQueriesData<Partial<ListedMaterials>>({ queryKey: ['materials'] });
  // The other lists only contain counts.
  const shown = lists.find(([, list]) => list?.materials && list.materials.length > 0)?.[1];
  return shown?.materials && shown.total !== undefined ? { materials: shown.materials, total: shown.total } : null;
}

/** Returns the site if it is loaded. It is always loaded, except on pages that failed before any request. */
function useCachedSite(): Site | undefined {
  const { shelf } = useRouter().options.context;
  return useCached<Site>(siteQuery(shelf).queryKey);
}

/** Returns the material with that id if it is cached and published. Does not fetch it; the component that shows it does. */
function usePublished(id: string | undefined) {
  const { shelf } = useRouter().options.context;
  const found = useCached<FoundMaterial>(id === undefined ? null : openedMaterialQuery(shelf, id).queryKey);
  return found?.state === 'published' ? found.material : null;
}

/** Returns the faculty if the page has loaded it, alone or in the list of all faculties. */
function useNamedFaculty(facultyId: string | undefined): NamedFaculty | null {
  const whole = useCached<NamedFaculty | null>(facultyId === undefined ? null : ['faculty', facultyId]);
  const all = useCached<(NamedFaculty & { id: string })[]>(facultyId === undefined ? null : ['faculties']);
  return whole ?? all?.find(({ id }) => id === facultyId) ?? null;
}

/** Cache events that can change the data of a query. */
const dataEvents: ReadonlySet<string> = new Set(['added', 'removed', 'updated']);

/** Returns the cached data for that key, updated when it changes. Does not fetch it. */
function useCached<Data>(queryKey: QueryKey | null): Data | undefined {
  const queryClient = useQueryClient();
  const read = () => (queryKey ? queryClient.getQueryData<Data>(queryKey) : undefined);
  const watch = (onChange: () => void) =>
    // Filtered because components that start to observe a query also cause events: dozens of them while a page hydrates.
    queryClient.getQueryCache().subscribe(({ type }) => dataEvents.has(type) && onChange());
  return useSyncExternalStore(watch, read, read);
}

/** The parts of a page's address that determine its feeds. */
type Place = { facultyId?: string; semesterId?: string; subject?: string };

/**
 * Returns the links by which feed readers find the feeds of a page, its subject, its faculty and the whole library, and by which
 * e-readers find the catalogue (OPDS 1.2).
 */
function feedLinks({ facultyId, semesterId, subject }: Place): RouterManagedTag[] {
  const found = [[titles.newInLibrary, api.newFeed()]];
  if (facultyId) found.push([titles.newInFaculty, api.facultyFeed(facultyId)]);
  if (facultyId && semesterId && subject)
    found.push([titles.newInSubject, api.subjectFeed(facultyId, semesterId, subject)]);
  const feeds = found.map(([title, href]) => ({ rel: 'alternate', type: 'application/atom+xml', title, href }));
  const catalogue = {
    rel: 'related',
    type: 'application/atom+xml;profile=opds-catalog',
    title: titles.catalogue,
    href: api.opds('opds'),
  };
  return [...feeds, catalogue].map((attrs) => ({ tag: 'link', attrs }));
}

/** The parts of a faculty that a description needs. */
type NamedFaculty = { fullName: string; terms: readonly { id: string; name: string }[] };

/**
 * Returns title and description of a material opened at one of its pages. Leaves out the faculty if it is not known, and the page
 * number of the first page.
 */
function materialWords(material: Material, faculty: NamedFaculty | null, page = 1): HeadWords {
  const isAtPage = page > 1 && page <= (material.pageCount ?? 1);
  const term = faculty?.terms.find(({ id }) => id === material.semesterId);
  const place = [material.subject, faculty?.fullName, term?.name].filter(Boolean).join(', ');
  return {
    title: pageTitle([material.title, ...(isAtPage ? [nouns.page(page)] : []), kindNames[material.kind]]),
    description: titles.material(material.kind, place),
  };
}
