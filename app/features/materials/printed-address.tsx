import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { pages } from '#contract/addresses.ts';
import { yearWords } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';

/**
 * Renders the year of a material and its full address, only in print, so that readers of the sheet can find the document. Not as
 * text, because browsers without style sheets would show it in every list.
 */
export function PrintedAddress({ material }: { material: Material }) {
  const router = useRouter();
  const { data: site } = useSuspenseQuery(siteQuery(router.options.context.shelf));
  const address = site.publicUrl + pages.material(material.id);
  return (
    <div
      data-print={material.year === null ? address : `${yearWords(material, site.calendar)} · ${address}`}
      className="print-only text-sm"
    />
  );
}
