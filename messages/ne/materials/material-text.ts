/** The text of the first pages, on the page of a material. */

import { digits } from '../format.ts';

export const textOfPages = 'सुरुका पृष्ठको पाठ';
/** A page of a scan. */
export const recognisedPage = (page: number) =>
  `पृष्ठ ${digits(page)}। यसको पाठ प्रोग्रामले पहिचान गरेको हो, त्यसैले गल्ती हुन सक्छ।`;
