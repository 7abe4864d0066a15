/** Words of the page of a faculty. */

export const duration = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? `${count} years` : `${count} semesters`;
/** No materials of a subject. */
export const noneYet = 'none yet';
