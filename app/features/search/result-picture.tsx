import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { KindIcon } from '#app/features/materials/kind-icon.tsx';
import { kindLooks } from '#app/features/materials/kind-looks.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { classes } from '#app/ui/classes.ts';

const shape = 'no-print aspect-[3/4] w-14 self-start rounded-md border border-hairline sm:row-span-2 sm:w-20';

/** Renders a small cover or first page of a result; the icon of its kind if there is none. Decorative. */
export function ResultPicture({ material, ids }: { material: Material; ids: ContractIds }) {
  const picture = (width: number) => api.filePicture(ids, material.coverFileId ?? material.fileId, width);
  const { isFailed, attributes } = usePicture({
    src: picture(160),
    srcSet: `${picture(160)} 160w, ${picture(320)} 320w`,
    sizes: '80px',
  });
  if (!hasPicture(material) || isFailed) {
    return (
      <span className={classes(shape, 'grid place-items-center', kindLooks[material.kind].ground)}>
        <KindIcon kind={material.kind} className="size-6 sm:size-8" />
      </span>
    );
  }
  return (
    <img
      {...attributes}
      width={160}
      height={213}
      alt=""
      loading="lazy"
      decoding="async"
      className={classes(shape, 'bg-sunken object-cover object-top dark:brightness-90')}
    />
  );
}
