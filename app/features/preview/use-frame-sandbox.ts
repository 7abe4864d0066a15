import { useRef, useState } from 'react';

/** A frame reports at once when its page has loaded. */
const maxSilenceMs = 1000;

/**
 * Browsers ask no service worker for a frame without an origin. Without a connection the frame is therefore loaded with
 * one; the policy that comes with the page (`sandbox allow-scripts`) takes it away before anything runs.
 */
const sandboxFromDevice = 'allow-scripts allow-same-origin';

/**
 * The sandbox of the paper's frame. `onLoad` is the frame's; a frame that has loaded but does not report (`noteReady`)
 * is the browser's page for a lost connection, and is then loaded from the device.
 */
export function useFrameSandbox(): { sandbox: string; onLoad: () => void; noteReady: () => void } {
  const isReady = useRef(false);
  const [isFromDevice, setIsFromDevice] = useState(() => !navigator.onLine);
  return {
    sandbox: isFromDevice ? sandboxFromDevice : 'allow-scripts',
    onLoad() {
      setTimeout(() => {
        if (!isReady.current) setIsFromDevice(true);
      }, maxSilenceMs);
    },
    noteReady() {
      isReady.current = true;
    },
  };
}
