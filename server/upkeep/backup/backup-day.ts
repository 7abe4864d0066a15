const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the day of a backup as `YYYY-MM-DD`; days begin at the time of the daily backup. They are days of the zone's
 * calendar, so daylight saving time skips none.
 */
export function backupDay(moment: number, { timeZone, at }: { timeZone: string; at: string }): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const read = (each: number) => {
    const parts = Object.fromEntries(format.formatToParts(each).map(({ type, value }) => [type, value]));
    return { date: `${parts['year']}-${parts['month']}-${parts['day']}`, time: `${parts['hour']}:${parts['minute']}` };
  };
  const { date, time } = read(moment);
  if (time >= at) return date;
  // The calendar day before, independent of the length of days in the zone.
  return new Date(Date.parse(`${date}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}
