/** Words of the header, the footer and what surrounds every page. */

export const skipToContent = 'Skip to content';
export const mainNavigation = 'Main';
export const home = 'Home';
export const library = 'Library';
export const myReading = 'My Reading';
export const saved = 'Saved';
export const contributors = 'Contributors';
export const about = 'About';
export const contact = 'Contact';
export const faq = 'FAQ';
export const opensInNewTab = '(opens in a new tab)';
export const isNew = 'New';
export const menu = 'Menu';
export const openMenu = 'Open menu';
export const closeMenu = 'Close menu';
export const loading = 'Loading…';
export const switchTheme = 'Switch theme';
export const switchThemeInFull = 'Switch between light and dark theme';

export const explore = 'Explore';
export const resources = 'Resources';
export const legal = 'Legal';
export const forum = 'Forum';
export const savedOnDevice = 'Saved on this device';
export const privacyPolicy = 'Privacy Policy';
export const termsOfService = 'Terms of Service';
export const openSourceLicences = 'Open-source licences';
/** The name of the library and of who developed it. */
export const rights = (year: number, name: string, credit: string) =>
  `© ${year} ${name}. All rights reserved. Developed by ${credit}.`;

export const noConnection = 'No connection';
export const loadsWhenOnline = 'This page will load when you’re back online.';
/** On a page of which the server could not load every list. */
export const incomplete = 'Part of this page couldn’t be loaded because the server is busy.';

export const notFound = "Oops! We couldn't find the page you're looking for.";
export const searchLibrary = 'Search the library';
export const searchExample = 'Subject or question';

export const crashed = 'Unexpected Application Error!';
export const crashedDetails = 'Something went wrong on our side, not yours. Trying again often helps.';
