/** Replaces the library if it failed to render. */

export const crashed = 'Something went wrong';
export const crashedDetails = 'Please try refreshing the page or contact support.';
