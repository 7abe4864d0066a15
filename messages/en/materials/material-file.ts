/** The download link of a material, and the password of a locked file. */

export const download = (title: string) => `Download ${title}`;
export const password = <Piece>(password: Piece) => ['Password: ', password] as const;
