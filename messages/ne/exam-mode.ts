/** Words of the exam mode: the dialog that starts its clock, and the clock. Only constants, which any file may use. */

export const examMode = 'परीक्षा मोड';
export const markAsDone = 'सकिएको चिह्न लगाउनुहोस्';

export const timeOfPaper = 'प्रश्नपत्रमा यही समय दिइएको छ।';
export const lookingForTime = 'प्रश्नपत्रबाट समय पढिँदै छ…';
export const noTimeFound = 'प्रश्नपत्रमा समय भेटिएन। धेरैजसो परीक्षा ३ घण्टाका हुन्छन्।';
export const hours = 'घण्टा';
export const minutes = 'मिनेट';
export const hideMarks = 'प्रश्नको अङ्क लुकाउनुहोस्';
export const start = 'घडी सुरु गर्नुहोस्';

export const timeLeft = 'बाँकी समय';
export const pause = 'घडी रोक्नुहोस्';
export const resume = 'घडी फेरि चलाउनुहोस्';
export const end = 'परीक्षा सक्नुहोस्';

export const timeIsUp = 'समय सकियो।';
export const continueExam = 'जारी राख्नुहोस्';
export const closeClock = 'घडी बन्द गर्नुहोस्';
