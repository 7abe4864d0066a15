/** The phone that both readers are measured on, as options of a Playwright context. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
