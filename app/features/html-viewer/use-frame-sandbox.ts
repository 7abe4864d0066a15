import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findFrameSource, type FrameSource } from './frame-source.ts';

/** Delays before the checks of a frame that has not reported, each from the end of the previous check. */
const checkDelaysMs = [1000, 5000, 15_000];

type SilentFrame = {
  isReady: () => boolean;
  /** True if the frame is loaded from the device already. */
  isFromDevice: boolean;
  isOnline: boolean;
  findSource: () => Promise<FrameSource>;
  /** Called when the server does not respond, and the device has the frame's page. */
  onDevice: () => void;
  /** Called when the page is unavailable, or the frame stays silent. */
  onFailed: () => void;
};

/**
 * Checks on a frame that should report once its page has loaded, until it does. Independent of the frame's `load` event: Firefox
 * and WebKit fire none for a page that fails to load, Chromium does. If the server responds with the frame's page, the frame may
 * only be slow, so it gets more time. Returns a function that stops the checks.
 */
export function followSilence(frame: SilentFrame): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function checkLater(index: number): void {
    const delay = checkDelaysMs[index];
    if (delay === undefined) return frame.onFailed();
    timer = setTimeout(() => void check(index), index === 0 && !frame.isOnline ? 0 : delay);
  }

  async function check(index: number): Promise<void> {
    if (frame.isReady()) return;
    const source = await frame.findSource();
    if (isOver || frame.isReady()) return;
    if (source === 'nowhere') frame.onFailed();
    else if (source === 'device' && !frame.isFromDevice) frame.onDevice();
    else checkLater(index + 1);
  }

  checkLater(0);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/**
 * Browsers don't send requests of a frame without an origin through a service worker. Without a connection the frame is therefore
 * loaded with an origin; the policy that comes with the page (`sandbox allow-scripts`) removes it before anything runs. The
 * worker only responds to frames with pages that have this policy (app/service-worker/frames.ts).
 */
const sandboxFromDevice = 'allow-scripts allow-same-origin';

/**
 * Returns the sandbox of the paper's frame. A frame that does not report (`noteReady`) is loaded from the device only if the
 * service worker reports that it has the frame's page: a slow frame stays unchanged.
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
