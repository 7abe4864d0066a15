import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import type { Material } from '#domain/material.ts';
import { describeFile } from './figures.ts';
import { KindTile } from './kind-icon.tsx';
import { PrintedAddress } from './printed-address.tsx';

type MaterialRowProps = {
  material: Material;
  /** What stands first in the line below the title, the upload date say. */
  about?: string;
  /** The buttons, the chief one first; it stands at the right end. */
  children: ReactNode;
};

/** One material in a list: what it is, and what can be done with it. */
export function MaterialRow({ material, about, children }: MaterialRowProps) {
  return (
    <li
      data-material={material.id}
      className={classes(cardStyle, 'flex flex-wrap items-center gap-x-4 gap-y-2 p-4 max-sm:items-start print:p-2')}
    >
      <KindTile kind={material.kind} className="no-print" />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-sans text-base leading-snug font-medium tracking-normal text-pretty">
          <Link
            to="/material/$id"
            params={{ id: material.id }}
            className="underline-offset-4 hover:text-accent hover:underline"
          >
            {material.title}
          </Link>
        </h3>
        <PrintedAddress material={material} />
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {about && <span>{about}</span>}
          {about && (
            <span aria-hidden="true" className="max-sm:hidden">
              ·
            </span>
          )}
          <span>{describeFile(material)}</span>
          {material.isSample && <Badge>Sample</Badge>}
        </p>
      </div>
      {/* From the right, so that the first button stands still while the rest of the page arrives. */}
      <div className="flex flex-row-reverse flex-wrap items-center gap-1 max-sm:w-full max-sm:gap-2 max-sm:[&>*]:flex-1">
        {children}
      </div>
    </li>
  );
}
