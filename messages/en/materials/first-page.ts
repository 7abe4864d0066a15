/** Describes the picture of a material. */

export const cover = (title: string) => `Cover of ${title}`;
export const firstPage = (title: string) => `First page of ${title}`;
