import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { pages } from '#contract/addresses.ts';

type PaperFrameProps = {
  html: string;
  title: string;
  isShown: boolean;
  onShown: () => void;
  onEscape: () => void;
};

/**
 * The sandboxed frame a paper is written into. It says when it is ready, gets the text, and says when it has written
 * it. A paper's own scripts could say these words as well: all that comes of it is that the dialog closes.
 */
export function PaperFrame({ html, title, isShown, onShown, onEscape }: PaperFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);

  const hear = useEffectEvent((event: MessageEvent) => {
    const inside = frame.current?.contentWindow;
    if (!inside || event.source !== inside) return;
    const said: unknown = event.data?.frame;
    // The frame has no origin that could be named; only this one window gets the text.
    if (said === 'ready') inside.postMessage({ paper: html }, '*');
    else if (said === 'shown') onShown();
    else if (said === 'escape') onEscape();
  });

  // Before the frame is there to speak: what it says first must be heard.
  useLayoutEffect(function listenToFrame() {
    const listen = (event: MessageEvent) => hear(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);

  useEffect(
    function scrollPaperByKeys() {
      if (isShown) frame.current?.focus({ preventScroll: true });
    },
    [isShown],
  );

  return (
    <iframe
      ref={frame}
      className="paper-dialog-frame"
      data-shown={isShown || undefined}
      title={title}
      src={pages.paperFrame()}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
    />
  );
}
