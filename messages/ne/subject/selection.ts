/** Confirms that a faculty was selected. */

export const selected = 'सङ्काय छानियो';
export const selectedDetails = (faculty: string) => `तपाईंले ${faculty} छान्नुभयो।`;
