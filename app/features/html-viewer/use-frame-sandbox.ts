import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { followSilence } from './follow-silence.ts';
import { findFrameSource } from './frame-source.ts';

/**
 * Browsers don't send requests of a frame without an origin through a service worker. Without a connection the frame is therefore
 * loaded with an origin; the policy that comes with the page (`sandbox allow-scripts`) removes it before anything runs. The
 * worker only responds to frames with pages that have this policy (app/service-worker/frames.ts).
 */
const sandboxFromDevice = 'allow-scripts allow-same-origin';

/**
 * Returns the `sandbox` attribute of the paper's frame. A frame that does not report (`noteReady`) is loaded from the
 * device only if the service worker has the frame's page. A frame that is only slow stays unchanged.
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
