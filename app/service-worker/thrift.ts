/** What a browser says of its line (Network Information API); Chromium alone says it. */
export type Connection = { saveData?: boolean; effectiveType?: string; downlink?: number };

/** Below so many Mbit/s the code of other pages would compete with what somebody is opening. */
const minDownlink = 2;

/** Whether someone saves data or has a slow line. A browser that says nothing is taken to have a good one. */
export function isThrifty({
  saveData = false,
  effectiveType = '4g',
  downlink = minDownlink,
}: Connection = {}): boolean {
  return saveData || effectiveType !== '4g' || downlink < minDownlink;
}
