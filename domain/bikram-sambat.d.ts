declare module 'bikram-sambat' {
  type CalendarDate = { year: number; month: number; day: number };

  const bikramSambat: {
    /** Months count from 1. Throws beyond the years of its table. */
    toGreg(year: number, month: number, day: number): CalendarDate;
    daysInMonth(year: number, month: number): number;
    /** Converts a date written as `2022-04-14`. Throws beyond the years of its table. */
    toBik(date: string): CalendarDate;
  };

  export default bikramSambat;
}
