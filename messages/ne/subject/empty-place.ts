/** On the page of a faculty or term without materials. */

export const nothingYet = (faculty: string, term: string | undefined) =>
  term === undefined
    ? `${faculty} मा अहिलेसम्म कुनै सामग्री छैन। कसैले पठाएको छैन।`
    : `${faculty}, ${term} मा अहिलेसम्म कुनै सामग्री छैन। कसैले पठाएको छैन।`;
export const otherFaculties = 'अन्य कार्यक्रमहरू';
export const searchLibrary = 'पुस्तकालयमा खोज्नुहोस्';
export const sendMaterial = 'सामग्री पठाउनुहोस्';
