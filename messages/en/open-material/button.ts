/** The button that opens a material. */

/** Its name for screen readers. `label` is its visible word, such as `View` or `Read`. */
export const nameOf = (label: string, title: string) => `${label} ${title}`;
