/** Words of the page of a material that is hidden or was removed. */

export const hiddenDetails = 'This material is hidden at the moment. It may come back.';
export const withdrawnDetails = 'This material has been removed.';
