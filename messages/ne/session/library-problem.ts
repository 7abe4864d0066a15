/** Explains why a request of the panel failed. */

/** By the type of the API's error. The server's message follows, in most cases with details. */
export const openings = {
  storage_file_empty: 'फाइल खाली छ।',
  storage_file_type_unsupported: 'यस प्रकारको फाइल लिइँदैन।',
  storage_invalid_file_size: 'फाइल धेरै ठूलो छ।',
  storage_invalid_file: 'फाइल अपलोड हुन सकेन।',
  storage_invalid_content_range: 'पठाउँदापठाउँदै फाइल बदलियो। फेरि छान्नुहोस्।',
  storage_file_not_found: 'फाइल अब त्यहाँ छैन। फेरि छान्नुहोस्।',
  storage_file_already_exists: 'पुस्तकालयमा यही नामको अर्को फाइल छ। फाइल फेरि छान्नुहोस्।',
  document_invalid_structure: 'पुस्तकालयले यी विवरण स्वीकार गरेन।',
  document_already_exists: 'यो पहिले नै प्रकाशित भइसकेको छ।',
  document_not_found: 'यो अब छैन। कसैले मेटाएको हुन सक्छ।',
  general_resource_locked: 'यो अहिले प्रयोगमा छ।',
  general_rate_limit_exceeded: 'धेरै पटक प्रयास भयो। एकछिन पर्खेर फेरि प्रयास गर्नुहोस्।',
  general_unknown_origin: 'सर्भरले यस ठेगानाबाट आएका अनुरोध लिँदैन।',
  user_blocked: 'यो खाता रोकिएको छ।',
  user_invalid_credentials: 'इमेल वा पासवर्ड मिलेन।',
};

export const unreachable = 'पुस्तकालयसँग सम्पर्क हुन सकेन।';
export const unreachableTryAgain = 'पुस्तकालयसँग सम्पर्क हुन सकेन। इन्टरनेट जाँचेर फेरि प्रयास गर्नुहोस्।';
export const signedOut = 'तपाईं लग आउट हुनुभएको छ।';
export const signedOutTryAgain = 'तपाईं लग आउट हुनुभएको छ। अगाडि बढ्न फेरि प्रयास गरेर पासवर्ड लेख्नुहोस्; केही हराएको छैन।';
export const notAllowed = 'यो खातालाई त्यसो गर्ने अनुमति छैन। प्रशासकका रूपमा लग इन गर्नुहोस्।';
export const serverFailed = 'सर्भरमा गडबड भयो। पछि फेरि प्रयास गर्नुहोस्।';
export const failed = 'गडबड भयो। फेरि प्रयास गर्नुहोस्।';

/** Making a PDF of photographs failed for a reason that is not known. */
export const pdfFailed = 'PDF बनाउन सकिएन।';
