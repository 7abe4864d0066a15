const day = 24 * 60 * 60 * 1000;

/**
 * Returns the year in a time zone at a moment (milliseconds since 1970, by default now). Except around New Year, the
 * year is the same in every time zone; then this does not use the time zone, because the first use takes a browser
 * milliseconds.
 */
export function yearAt(timeZone: string, moment: number = Date.now()): number {
  const [before, after] = [moment - day, moment + day].map((each) => new Date(each).getUTCFullYear());
  if (before === after && before !== undefined) return before;
  return Number(new Date(moment).toLocaleDateString('en-US', { year: 'numeric', timeZone }));
}
