import { classes } from '#app/ui/classes.ts';

type BarChartProps = {
  /** Describes the chart in words. */
  label: string;
  values: readonly number[];
  /** Labels below the left and the right end. */
  from: string;
  to: string;
  /** In the colour of errors. */
  isBad?: boolean;
};

/** Renders a small bar chart; the highest bar has the full height. A line if all values are zero. */
export function BarChart({ label, values, from, to, isBad = false }: BarChartProps) {
  const highest = Math.max(1, ...values);
  return (
    <figure className="mb-3">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${values.length * 4} 40`}
        preserveAspectRatio="none"
        className={classes('h-16 w-full border-b border-edge', isBad ? 'fill-danger' : 'fill-accent')}
      >
        {values.map((value, index) => {
          const height = (value / highest) * 38;
          // Bars are in the order of time and only move to the left.
          return <rect key={index} x={index * 4 + 0.5} y={40 - height} width={3} height={height} />;
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-muted">
        <span className="sr-only">{label}</span>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
