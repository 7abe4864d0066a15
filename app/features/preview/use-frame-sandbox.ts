import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { followSilence } from './follow-silence.ts';
import { findFrameSource } from './frame-source.ts';

/**
 * Browsers ask no service worker for a frame without an origin. Without a connection the frame is therefore loaded with
 * one; the policy that comes with the page (`sandbox allow-scripts`) takes it away before anything runs. The worker
 * answers frames with nothing that lacks that policy (app/service-worker/frames.ts).
 */
const sandboxFromDevice = 'allow-scripts allow-same-origin';

/**
 * The sandbox of the paper's frame. A frame that does not report (`noteReady`) is loaded from the device only if the
 * service worker says that it answers the frame's page from there: a slow frame stays what it is.
 */
export function useFrameSandbox(onFailed: () => void): { sandbox: string; noteReady: () => void } {
  const isReady = useRef(false);
  const [isFromDevice, setIsFromDevice] = useState(false);
  const fail = useEffectEvent(onFailed);

  useEffect(
    function followFrame() {
      return followSilence({
        isReady: () => isReady.current,
        isFromDevice,
        isOnline: navigator.onLine,
        findSource: findFrameSource,
        onDevice: () => setIsFromDevice(true),
        onFailed: () => fail(),
      });
    },
    [isFromDevice],
  );

  return {
    sandbox: isFromDevice ? sandboxFromDevice : 'allow-scripts',
    noteReady() {
      isReady.current = true;
    },
  };
}
