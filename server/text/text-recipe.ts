/**
 * Incremented when pages are read in another way: everything is then read again. Of two releases over one database the newer one
 * reads; the older one leaves alone what that has begun.
 */
export const textRecipe = 1;
