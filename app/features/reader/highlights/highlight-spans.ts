/** A part of a text, from `start` to `end`, which is exclusive. */
export type Span = { start: number; end: number };

/** Returns the spans in order. Joins spans that overlap or touch, so that no letter is highlighted twice. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) joined.push({ start: span.start, end: span.end });
  }
  return joined;
}
