import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for this number of milliseconds. */
export function useDebounced(value: string, milliseconds: number): string {
  const [rested, setRested] = useState(value);
  useEffect(
    function waitForPause() {
      const timer = setTimeout(() => setRested(value), milliseconds);
      return () => clearTimeout(timer);
    },
    [value, milliseconds],
  );
  return rested;
}
