import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import * as words from '#messages/materials/first-page.ts';
import { DrawnPage } from './drawn-page.tsx';
import { usePicture } from './use-picture.ts';

/** Renders a picture of a material's first page (or its cover); a drawn page if there is none. */
export function FirstPage({ material, ids }: { material: Material; ids: ContractIds }) {
  const fileId = material.coverFileId ?? material.fileId;
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  const { isFailed, hasFailed, attributes } = usePicture({
    src: picture(640),
    srcSet: `${picture(320)} 320w, ${picture(640)} 640w`,
    sizes: '(max-width: 640px) 92vw, 320px',
  });
  if (!hasPicture(material) || isFailed) {
    return (
      <DrawnPage material={material} isLarge className="no-print aspect-[1/1.3] rounded-card max-sm:aspect-[4/3]" />
    );
  }
  return (
    <img
      {...attributes}
      width={640}
      height={832}
      fetchPriority="high"
      alt={material.coverFileId ? words.cover(material.title) : words.firstPage(material.title)}
      // Has the proportions of the drawn page if that was shown before, so that nothing moves.
      className={`aspect-[1/1.3] w-full rounded-card border border-hairline bg-card object-cover object-top dark:brightness-90 ${hasFailed ? 'max-sm:aspect-[4/3]' : ''}`}
    />
  );
}
