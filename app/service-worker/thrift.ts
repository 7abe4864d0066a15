/** The browser's description of its connection (Network Information API); only Chromium provides it. */
export type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number };

/** Speed in Mbit/s below which the code of other pages would compete with the page being opened. */
const minDownlink = 2;

/** True if the user saves data or has a slow connection. A browser without this information counts as fast. */
export function isThrifty({
  saveData = false,
  effectiveType = '4g',
  downlink = minDownlink,
}: Connection = {}): boolean {
  return saveData || effectiveType !== '4g' || downlink < minDownlink;
}
