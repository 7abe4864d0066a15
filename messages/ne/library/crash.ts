/** Replaces the library if it failed to render. */

export const crashed = 'केही गडबड भयो';
export const crashedDetails = 'पेज फेरि खोल्नुहोस् वा हामीलाई सम्पर्क गर्नुहोस्।';
