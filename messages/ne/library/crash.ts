/** Replaces the library if it failed to render. */

export const crashed = 'केही गडबड भयो';
export const crashedDetails = 'पेज रिलोड गर्नुहोस् वा हामीसँग सम्पर्क गर्नुहोस्।';
