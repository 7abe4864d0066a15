import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isFrameHeld } from './held-frame.ts';

/** A frame reports at once when its page has loaded. */
const maxSilenceMs = 1000;

/**
 * Browsers ask no service worker for a frame without an origin. Without a connection the frame is therefore loaded with
 * one; the policy that comes with the page (`sandbox allow-scripts`) takes it away before anything runs. The worker
 * answers frames with nothing that lacks that policy (app/service-worker/frames.ts).
 */
const sandboxFromDevice = 'allow-scripts allow-same-origin';

/**
 * The sandbox of the paper's frame. `onLoad` is the frame's; a frame that has loaded but does not report (`noteReady`)
 * may be the browser's page for a lost connection. It is loaded from the device only if the service worker says that it
 * answers the frame's page from there: a slow frame stays what it is.
 */
export function useFrameSandbox(): { sandbox: string; onLoad: () => void; noteReady: () => void } {
  const isReady = useRef(false);
  const [isFromDevice, setIsFromDevice] = useState(false);

  async function askDevice() {
    if (isReady.current || !(await isFrameHeld())) return;
    if (!isReady.current) setIsFromDevice(true);
  }

  const askWhenOffline = useEffectEvent(() => {
    if (!navigator.onLine) void askDevice();
  });
  useEffect(function skipSilence() {
    askWhenOffline();
  }, []);

  return {
    sandbox: isFromDevice ? sandboxFromDevice : 'allow-scripts',
    onLoad() {
      if (!isFromDevice) setTimeout(() => void askDevice(), maxSilenceMs);
    },
    noteReady() {
      isReady.current = true;
    },
  };
}
