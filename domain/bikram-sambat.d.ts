declare module 'bikram-sambat' {
  type CalendarDate = { year: number; month: number; day: number };

  const bikramSambat: {
    /**
     * Converts a date to the Gregorian calendar. Months count from 1. Throws for years that are not in the package's
     * table.
     */
    toGreg(year: number, month: number, day: number): CalendarDate;
    daysInMonth(year: number, month: number): number;
    /**
     * Converts a date written as `2022-04-14` to Bikram Sambat. Throws for years that are not in the package's table.
     */
    toBik(date: string): CalendarDate;
  };

  export default bikramSambat;
}
