import { classes } from '#app/ui/classes.ts';
import type { Material } from '#domain/material.ts';
import { useCalendar } from '#app/features/layout/use-calendar.ts';
import { KindIcon } from './kind-icon.tsx';
import { kindLooks } from './kind-looks.ts';
import { yearWords } from '#messages/years.ts';
import { langOf } from '#app/ui/lang-of.ts';

type DrawnPageProps = {
  material: Material;
  /** Shows subject and year below the title. */
  isLarge?: boolean;
  className?: string;
};

/** Replaces the picture of a material that has none. Everything in the drawing is also on the page as text. */
export function DrawnPage({ material, isLarge = false, className }: DrawnPageProps) {
  const calendar = useCalendar();
  const { colour, ground, edge } = kindLooks[material.kind];
  return (
    <div
      data-fallback-cover
      aria-hidden={isLarge || undefined}
      className={classes(
        'flex w-full flex-col justify-between gap-4 border-s-8 p-4',
        !isLarge && 'overflow-hidden',
        colour,
        ground,
        edge,
        className,
      )}
    >
      <div>
        <p
          className={classes(
            'font-serif leading-tight font-semibold break-words',
            isLarge ? 'line-clamp-6 text-2xl max-sm:line-clamp-4 max-sm:text-xl' : 'line-clamp-5 text-lg',
          )}
        >
          <bdi lang={langOf(material.title)}>{material.title}</bdi>
        </p>
        {isLarge && (
          <>
            <p className="mt-3 line-clamp-3">{material.subject}</p>
            {material.year !== null && <p className="mt-1">{yearWords(material, calendar)}</p>}
            {/* Lines of text. */}
            <div className="mt-6 grid gap-3 opacity-25 max-sm:hidden">
              {['w-full', 'w-11/12', 'w-full', 'w-3/5'].map((width, line) => (
                <span key={line} className={classes('h-px bg-current', width)} />
              ))}
            </div>
          </>
        )}
      </div>
      <KindIcon kind={material.kind} className={isLarge ? 'size-10' : 'size-8'} />
    </div>
  );
}
