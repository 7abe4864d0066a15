/** Explains why a request of the panel failed. */

import type { ProblemType } from '#contract/problems.ts';
import { knownSentence } from '../known-sentences.ts';

const wrongRequest = 'पुस्तकालयले यो अनुरोध स्वीकार गरेन।';
const notFound = 'यो अब छैन। कसैले मेटाएको हुन सक्छ।';
const alreadyPublished = 'यो पहिले नै प्रकाशित भइसकेको छ।';
const detailsRefused = 'पुस्तकालयले यी विवरण स्वीकार गरेन।';
const reloadPage = 'पुस्तकालयले यो ठेगाना चिनेन। पेज रिलोड गरेर फेरि प्रयास गर्नुहोस्।';

/** By the type of the API's error. It is all that the page says if the server's message has no details. */
export const openings: Readonly<Partial<Record<ProblemType, string>>> = {
  storage_file_empty: 'फाइल खाली छ।',
  storage_file_type_unsupported: 'यस प्रकारको फाइल लिइँदैन।',
  storage_invalid_file_size: 'फाइल धेरै ठूलो छ।',
  storage_invalid_file: 'फाइल अपलोड हुन सकेन।',
  storage_invalid_content_range: 'पठाउँदापठाउँदै फाइल बदलियो। फेरि छान्नुहोस्।',
  storage_invalid_appwrite_id: 'अपलोड अगाडि बढ्न सकेन। फाइल फेरि छान्नुहोस्।',
  storage_invalid_range: 'फाइलको यो भाग छैन। फेरि खोल्नुहोस्।',
  storage_file_not_found: 'फाइल अब त्यहाँ छैन। फेरि छान्नुहोस्।',
  storage_file_already_exists: 'पुस्तकालयमा यही नामको अर्को फाइल छ। फाइल फेरि छान्नुहोस्।',
  storage_bucket_not_found: reloadPage,
  storage_bucket_transformations_disabled: 'यस फाइलको तस्बिर देखाउन सकिँदैन।',
  document_invalid_structure: detailsRefused,
  row_invalid_structure: detailsRefused,
  document_missing_data: detailsRefused,
  document_missing_payload: detailsRefused,
  document_unique_constraint_violation: detailsRefused,
  document_already_exists: alreadyPublished,
  document_not_found: notFound,
  row_not_found: notFound,
  page_text_not_found: 'यस पृष्ठको पाठ छैन।',
  document_update_conflict: 'यसबीच यो बदलिएको छ। फेरि खोलेर प्रयास गर्नुहोस्।',
  document_delete_restricted: 'यो मेटाउन मिल्दैन।',
  database_not_found: reloadPage,
  collection_not_found: reloadPage,
  project_not_found: reloadPage,
  general_route_not_found: reloadPage,
  general_not_implemented: reloadPage,
  general_argument_invalid: wrongRequest,
  general_query_invalid: wrongRequest,
  general_cursor_not_found: 'सूची यसबीच बदलियो। पेज रिलोड गर्नुहोस्।',
  general_bad_request: 'अनुरोध पूरा आइपुगेन। इन्टरनेट जाँचेर फेरि प्रयास गर्नुहोस्।',
  general_access_forbidden: 'यस खातालाई त्यसो गर्ने अनुमति छैन।',
  general_resource_locked: 'यो अहिले प्रयोगमा छ।',
  general_rate_limit_exceeded: 'धेरै पटक प्रयास भयो। एकछिन पर्खेर फेरि प्रयास गर्नुहोस्।',
  general_unknown_origin: 'सर्भरले यस ठेगानाबाट आएका अनुरोध लिँदैन।',
  general_unknown_host: 'सर्भर यस नामबाट चल्दैन। साइटको आफ्नै ठेगानाबाट खोल्नुहोस्।',
  general_service_unavailable: 'सर्भरले अहिले यो गर्न सकेन। एकछिनपछि फेरि प्रयास गर्नुहोस्।',
  storage_full: 'सर्भरमा ठाउँ बाँकी छैन। ट्र्यास खाली गर्नुहोस् वा सर्भरको प्रशासकसँग थप ठाउँ माग्नुहोस्।',
  staging_full: 'तयारीमा योभन्दा बढी फाइल राख्न मिल्दैन। पहिले केही प्रकाशित गर्नुहोस् वा त्याग्नुहोस्।',
  office_not_installed: 'सर्भरमा LibreOffice नभएकाले अफिस डकुमेन्टबाट PDF बनाउन सकिँदैन। PDF का रूपमा सेभ गरेर थप्नुहोस्।',
  user_blocked: 'यो खाता रोकिएको छ।',
  user_invalid_credentials: 'इमेल वा पासवर्ड मिलेन।',
  user_session_not_found: 'तपाईं लग आउट हुनुभएको छ। फेरि लग इन गर्नुहोस्।',
  user_session_already_exists: 'तपाईं पहिले नै लग इन हुनुहुन्छ।',
  user_jwt_invalid: 'तपाईं लग आउट हुनुभएको छ। फेरि लग इन गर्नुहोस्।',
};

/** Types whose messages in English have details that the type does not say: attributes, names and limits. */
const detailed = new Set<string>([
  'document_invalid_structure',
  'row_invalid_structure',
  'document_update_conflict',
  'general_argument_invalid',
  'general_query_invalid',
  'general_service_unavailable',
  'general_unknown_host',
  'office_not_installed',
  'storage_bucket_transformations_disabled',
  'storage_file_type_unsupported',
  'storage_full',
  'storage_invalid_file_size',
] satisfies ProblemType[]);

/** The sentences about a problem, and a message of the server that is known only in English on a page in another language. */
export type Explanation = { text: string; quotation: string | null };

/** Explains an error of the API by its type and the server's message, which has details in most cases. */
export function withDetails(type: string, message: string): Explanation {
  const known = knownSentence(message);
  if (known !== null) return { text: known, quotation: null };
  const opening = (openings as Readonly<Record<string, string | undefined>>)[type];
  const quotation = message !== '' && (!opening || detailed.has(type)) ? message : null;
  return { text: opening ?? wrongRequest, quotation };
}

/** Adds the server's message as a quotation: `पुस्तकालयले यी विवरण स्वीकार गरेन: “…”` */
export const quoting = <Piece>(text: string, quotation: Piece) =>
  [`${text.replace(/।$/, '')}: “`, quotation, '”'] as const;

export const unreachable = 'पुस्तकालयसँग सम्पर्क हुन सकेन।';
export const unreachableTryAgain = 'पुस्तकालयसँग सम्पर्क हुन सकेन। इन्टरनेट जाँचेर फेरि प्रयास गर्नुहोस्।';
export const signedOut = 'तपाईं लग आउट हुनुभएको छ।';
export const signedOutTryAgain = 'तपाईं लग आउट हुनुभएको छ। अगाडि बढ्न फेरि प्रयास गरेर पासवर्ड लेख्नुहोस्; केही हराएको छैन।';
export const notAllowed = 'यस खातालाई त्यसो गर्ने अनुमति छैन। प्रशासकका रूपमा लग इन गर्नुहोस्।';
export const serverFailed = 'सर्भरमा गडबड भयो। पछि फेरि प्रयास गर्नुहोस्।';
export const failed = 'गडबड भयो। फेरि प्रयास गर्नुहोस्।';

/** Making a PDF of photographs failed for a reason that is not known. */
export const pdfFailed = 'PDF बनाउन सकिएन।';
