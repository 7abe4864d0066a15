import { useState } from 'react';
import { api, type ContractIds } from '#contract/addresses.ts';
import { hasPicture, type Material } from '#domain/material.ts';

/** A picture of a material's first page (of its cover, if it has one); nothing where none can be made. */
export function FirstPage({ material, ids }: { material: Material; ids: ContractIds }) {
  const fileId = material.coverFileId ?? material.fileId;
  const [failedFileId, setFailedFileId] = useState<string | null>(null);
  const isPicturable = hasPicture(material) && failedFileId !== fileId;
  if (!isPicturable) return null;
  return (
    <img
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailedFileId(fileId);
      }}
      onError={() => setFailedFileId(fileId)}
      src={api.filePicture(ids, fileId, 640)}
      width={640}
      height={832}
      alt={material.coverFileId ? `Cover of ${material.title}` : `First page of ${material.title}`}
      className="aspect-[1/1.3] w-full rounded-card border border-hairline bg-card object-cover object-top"
    />
  );
}
