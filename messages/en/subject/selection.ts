/** Confirms that a faculty was selected. */

export const selected = 'Faculty Selected';
export const selectedDetails = (faculty: string) => `You have selected ${faculty}`;
