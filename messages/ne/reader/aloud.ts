/** Words of the bar while the reader reads a document aloud. */

export const previousSentence = 'अघिल्लो वाक्य';
export const pause = 'रोक्नुहोस्';
export const resume = 'जारी राख्नुहोस्';
export const nextSentence = 'अर्को वाक्य';
export const speed = 'गति';
export const stop = 'पढेर सुनाउन छोड्नुहोस्';

export const ended = 'डकुमेन्ट सकियो।';
export const noText = 'यहाँदेखि पढेर सुनाउने पाठ छैन।';
export const failed = 'तपाईंको ब्राउजरले पढेर सुनाउन सकेन।';
export const noVoice = 'यस डिभाइसमा पढेर सुनाउने आवाज छैन। डिभाइसको सेटिङबाट थप्न मिल्न सक्छ।';
export const noNepaliVoice = 'यस डिभाइसमा नेपालीमा पढेर सुनाउने आवाज छैन। डिभाइसको सेटिङबाट थप्न मिल्न सक्छ।';
