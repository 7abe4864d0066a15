/** The button that opens a material. */

/** Its name for screen readers. `label` is its visible word, such as `हेर्नुहोस्` or `पढ्नुहोस्`. */
export const nameOf = (label: string, title: string) => `${title} ${label}`;
