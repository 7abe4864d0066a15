/** Words of the web app manifest, for devices that install the library as an app. */

export const description = 'Past exam papers, study notes, revision materials and books.';
export const search = 'Search';
export const library = 'Library';
