/** Attributes on the page of a material. */

export const yearOfStudy = 'वर्ष';
export const uploaded = 'अपलोड मिति';
