import { formatDay } from '#app/features/materials/figures.ts';
import type { Hidings } from './hiding-records.ts';

type HidingWordsProps = { hiding: NonNullable<ReturnType<Hidings['get']>>; timeZone: string; className?: string };

/** Shows since when a material is hidden, and why. */
export function HidingWords({ hiding: { since, reason }, timeZone, className }: HidingWordsProps) {
  return (
    <span className={className}>
      Hidden since {formatDay(since, timeZone)}
      {reason !== null && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </span>
  );
}
