/** Returns the physical classes in a text, each with its logical one. */
export function findPhysical(text: string): [physical: string, logical: string][];
