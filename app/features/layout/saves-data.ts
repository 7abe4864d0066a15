type Connection = { saveData?: boolean; effectiveType?: string };

const connection = () => (navigator as { connection?: Connection }).connection;

/** True if the browser's data saver is on: then nothing is loaded before it is needed. */
export function savesData(): boolean {
  return connection()?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
