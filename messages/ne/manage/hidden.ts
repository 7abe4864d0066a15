/** Words of hidden and deleted materials in the tab “Manage Content”, and of the dialog that hides one. */

export const since = (day: string) => `${day} देखि लुकाइएको`;
export const sinceBecause = <Piece>(day: string, reason: Piece) => [`${day} देखि लुकाइएको: `, reason] as const;

export const hiddenList = 'लुकाइएका';
export const nothingHidden = 'लुकाइएको केही छैन।';
export const changeReason = 'बदल्नुहोस्';
export const changeReasonOf = (title: string) => `${title} लुकाउनुको कारण बदल्नुहोस्`;

export const trashList = 'ट्र्यास';
export const trashEmpty = 'ट्र्यास खाली छ।';
export const deletedOn = (day: string) => `मेटाइएको: ${day}`;
export const restore = (title: string) => `${title} फिर्ता ल्याउनुहोस्`;
export const purge = 'सधैँका लागि मेटाउनुहोस्';
export const purgeTitle = (title: string) => `सधैँका लागि मेटाउनुहोस्: ${title}`;
export const purgeQuestion = 'सधैँका लागि मेटाउने?';
export const purgeExplanation = (title: string) => `“${title}” र यसको फाइल सधैँका लागि मेटाइन्छ। यो फिर्ता ल्याउन सकिँदैन।`;

export const hideQuestion = 'यो सामग्री लुकाउने?';
export const hideExplanation = (title: string) =>
  `“${title}” र यसको फाइल साइटबाट तुरुन्तै हट्छ। प्रशासकले यहाँ अझै भेट्छन् र फेरि देखाउन सक्छन्।`;
export const reasonQuestion = 'कारण बदल्ने?';
export const staysHidden = (title: string) => `“${title}” लुकाइएकै रहन्छ।`;
export const reason = 'कारण';
export const reasonHint = 'यो प्रशासकले मात्र देख्छन्।';
export const reasonMissing = 'अरू प्रशासकका लागि कारण लेख्नुहोस्।';
export const suggestions = 'सुझावहरू';
/** Proposed reasons, which other administrators read as they are here. */
export const reasons = ['अधिकारवालाको अनुरोध', 'गलत प्रश्नपत्र', 'जाँच हुँदै छ'];
