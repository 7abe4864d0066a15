import { existsSync } from 'node:fs';

/** Browsers of other engines, as Debian installs them. */

const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Returns the machine's Firefox; undefined if there is none. */
export const findFirefox = () => firefoxes.find((file) => existsSync(file));

/** Returns the reason why there is no Firefox for tests on this machine; null if there is one. */
export function whyNoFirefox(): string | null {
  return findFirefox() ? null : 'Firefox is not installed (Debian: firefox-esr)';
}

export const webKitDriver = '/usr/bin/WebKitWebDriver';
/** GTK's display server that draws to web pages, so that windows can be opened without a screen. */
export const display = '/usr/bin/broadwayd';

/** Returns the reason why there is no WebKit for tests on this machine; null if there is one. */
export function whyNoWebKit(): string | null {
  const missing = [webKitDriver, display].filter((file) => !existsSync(file));
  return missing.length > 0
    ? `${missing.join(' and ')} is not installed (Debian: webkit2gtk-driver, libgtk-3-bin)`
    : null;
}
