/** The download link of a material, and the password of a locked file. */

export const download = (title: string) => `${title} डाउनलोड गर्नुहोस्`;
export const password = <Piece>(password: Piece) => ['पासवर्ड: ', password] as const;
