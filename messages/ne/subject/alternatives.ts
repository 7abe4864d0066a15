/** Links on the page of a subject without materials of a kind. */

export const allSubjectsOf = (term: string) => `${term} का सबै विषय`;
export const sendMaterial = 'सामग्री पठाउनुहोस्';
export const otherFaculties = 'अन्य कार्यक्रममा यही विषय';
