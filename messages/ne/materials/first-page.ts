/** Describes the picture of a material. */

export const cover = (title: string) => `आवरण: ${title}`;
export const firstPage = (title: string) => `पहिलो पृष्ठ: ${title}`;
