/** Incremented when pages are read in another way: everything is then read again. */
export const textRecipe = 1;
