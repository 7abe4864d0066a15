/** Journeys that `npm run test:browsers` runs in Firefox. */
export const firefoxJourneys = [
  'visitor',
  'search',
  'library',
  'reader',
  'html-papers',
  'offline',
  'save-prompt',
  'session',
  'upload-asks',
  'import',
].map((name) => `test/journeys/${name}.journey.ts`);

const noScriptsOff = "Playwright's driver for WebDriver BiDi cannot turn scripts off";
const noColourSchemes = 'Firefox 153 lacks emulation.setMediaFeaturesOverride';

/** Tests in these journeys that Firefox does not run, by the beginning of their title, with the reason. */
export const notInFirefox: Record<string, string> = {
  'a student without scripts can use the whole site': noScriptsOff,
  'without scripts words, filters and parts': noScriptsOff,
  'at its own address a paper is a page to read': noScriptsOff,
  'the theme is remembered and applied before the first paint': noColourSchemes,
  'an HTML paper becomes dark': noColourSchemes,
  'the reader is as dark as the site': noColourSchemes,
  'an HTML paper is shown with its scripts': 'only Chromium runs the scripts of a paper without confirmation',
  'a selection in highlight mode': 'a double click arrives as two clicks',
  'a new password is set in the panel': 'the content process of Firefox 153 ends with a segmentation fault',
  'a panel in the back/forward cache is not open': 'opens a Chromium with a back/forward cache',
};
