/** The phone that both readers are given, in the words of Playwright's contexts. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
