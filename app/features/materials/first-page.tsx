import { useState } from 'react';
import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { DrawnPage } from './drawn-page.tsx';

/** A picture of a material's first page (of its cover, if it has one); a drawn one where none can be made. */
export function FirstPage({ material, ids }: { material: Material; ids: ContractIds }) {
  const fileId = material.coverFileId ?? material.fileId;
  const [failedFileId, setFailedFileId] = useState<string | null>(null);
  const isPicturable = hasPicture(material) && failedFileId !== fileId;
  if (!isPicturable) {
    return (
      <DrawnPage material={material} isLarge className="no-print aspect-[1/1.3] rounded-card max-sm:aspect-[4/3]" />
    );
  }
  const picture = (width: number) => api.filePicture(ids, fileId, width);
  return (
    <img
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailedFileId(fileId);
      }}
      onError={() => setFailedFileId(fileId)}
      src={picture(640)}
      srcSet={`${picture(320)} 320w, ${picture(640)} 640w`}
      sizes="(max-width: 640px) 92vw, 320px"
      width={640}
      height={832}
      alt={material.coverFileId ? `Cover of ${material.title}` : `First page of ${material.title}`}
      className="aspect-[1/1.3] w-full rounded-card border border-hairline bg-card object-cover object-top dark:brightness-90"
    />
  );
}
