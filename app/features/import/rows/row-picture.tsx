import { FileText } from 'lucide-react';
import { api, type ContractIds } from '#contract/addresses.ts';
import { usePicture } from '#app/features/materials/use-picture.ts';
import { classes } from '#app/ui/classes.ts';

type RowPictureProps = { ids: ContractIds; fileId: string | null; alt: string; missing: string; isLarge?: boolean };

/** The first page of a stored file, or a sentence if there is no picture (`fileId` null). */
export function RowPicture({ ids, fileId, alt, missing, isLarge = false }: RowPictureProps) {
  if (fileId === null) return <NoPicture text={missing} />;
  return <Picture key={fileId} {...{ ids, fileId, alt, isLarge }} />;
}

const shape = 'aspect-[1/1.3] w-full rounded-card border border-hairline bg-card';

function Picture({ ids, fileId, alt, isLarge }: { ids: ContractIds; fileId: string; alt: string; isLarge: boolean }) {
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  const { isFailed, attributes } = usePicture({
    src: picture(640),
    srcSet: isLarge ? `${picture(640)} 640w, ${picture(1280)} 1280w` : `${picture(320)} 320w, ${picture(640)} 640w`,
    sizes: isLarge ? '(max-width: 640px) 92vw, 960px' : '320px',
  });
  if (isFailed) return <NoPicture text="There is no picture of its first page yet." />;
  return (
    <img
      {...attributes}
      width={640}
      height={832}
      alt={alt}
      className={classes(
        'rounded-card border border-hairline bg-card dark:brightness-90',
        isLarge ? 'h-auto w-full' : 'aspect-[1/1.3] w-full object-contain',
      )}
    />
  );
}

function NoPicture({ text }: { text: string }) {
  return (
    <div className={classes(shape, 'grid place-items-center p-6 text-center text-sm text-muted')}>
      <div className="grid justify-items-center gap-3">
        <FileText aria-hidden="true" className="size-8" />
        <p>{text}</p>
      </div>
    </div>
  );
}
