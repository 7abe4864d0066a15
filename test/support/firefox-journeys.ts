/** The journeys that `npm run test:browsers` walks in Firefox. */
export const firefoxJourneys = [
  'visitor',
  'search',
  'library',
  'reader',
  'html-papers',
  'offline',
  'kept-prompt',
  'session',
  'upload-asks',
  'import',
].map((name) => `test/journeys/${name}.journey.ts`);

/** Their tests that Firefox does not run, by the beginning of their title, with the reason. */
export const notInFirefox: Record<string, string> = {
  'a student without scripts finds the way': 'WebDriver BiDi cannot turn scripts off',
  'the theme is remembered and there before the first paint': 'Firefox 153 lacks emulation.setMediaFeaturesOverride',
  'a panel that is only kept for going back is not open': 'opens a Chromium with a back/forward cache',
};
