import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Asset, useLocation, useRouter, useRouterState, useTags } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { pages } from '#contract/addresses.ts';
import type { FoundMaterial, Site } from '#contract/shelf.ts';
import { pageTitle } from '#app/features/layout/page-head.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { readOpened } from '#app/features/open-material/opened-address.ts';
import { openedMaterialQuery } from '#app/features/open-material/opened-material-query.ts';
import { writeHead } from './head-words.ts';
import { materialPicture, materialWords, type NamedFaculty } from './material-words.ts';
import { findMissing, pageAddress } from './page-address.ts';

/**
 * The head of every page. While a material is open over a page, or has a page of its own, the head describes the
 * material: that is what a shared link opens.
 */
export function SiteHead() {
  const router = useRouter();
  const tags = useTags();
  const matches = useRouterState({ select: (state) => state.matches });
  const site = useKnownSite();
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
  const written = writeHead(tags, {
    words: material
      ? materialWords(material, faculty)
      : missing && !saysSoItself
        ? { title: pageTitle(['Page not found']), description: null }
        : null,
    canonical: site && !isGone ? site.publicUrl + address : null,
    picture: site ? ((material && materialPicture(material, site)) ?? sitePicture(site)) : null,
    isHidden: isGone,
    site: site ?? null,
  });
  return written.map((tag) => <Asset key={JSON.stringify(tag)} {...tag} />);
}

/** The site, once it is known: at once, but for pages that failed before anything was asked. */
function useKnownSite(): Site | undefined {
  const { shelf } = useRouter().options.context;
  return useKnown<Site>(siteQuery(shelf).queryKey);
}

/** `public/share.png`, for pages of which no picture can be made. */
function sitePicture({ publicUrl, name }: Site) {
  const alt = `${name}: question papers, study notes, revision materials and books`;
  return { url: `${publicUrl}/share.png`, type: 'image/png', size: { width: 1200, height: 630 }, alt } as const;
}

/** The material of that id if it is known here and published. Does not fetch it; what shows it does. */
function usePublished(id: string | undefined) {
  const { shelf } = useRouter().options.context;
  const found = useKnown<FoundMaterial>(id === undefined ? null : openedMaterialQuery(shelf, id).queryKey);
  return found?.state === 'published' ? found.material : null;
}

/** The faculty as the page itself has asked for it, whole or in a list of all. */
function useNamedFaculty(facultyId: string | undefined): NamedFaculty | null {
  const whole = useKnown<NamedFaculty | null>(facultyId === undefined ? null : ['faculty', facultyId]);
  const all = useKnown<(NamedFaculty & { id: string })[]>(facultyId === undefined ? null : ['faculties']);
  return whole ?? all?.find(({ id }) => id === facultyId) ?? null;
}

/** What has been fetched under that key, now and whenever it changes. */
function useKnown<Data>(queryKey: QueryKey | null): Data | undefined {
  const queryClient = useQueryClient();
  const read = () => (queryKey ? queryClient.getQueryData<Data>(queryKey) : undefined);
  return useSyncExternalStore((onChange) => queryClient.getQueryCache().subscribe(onChange), read, read);
}
