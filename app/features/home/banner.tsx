import { useHydrated, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '#app/features/layout/when-idle.ts';
import { classes } from '#app/ui/classes.ts';
import * as words from '#messages/home.ts';
import { opensInNewTab } from '#messages/layout.ts';
import { bannerScript, startOfThisLoad } from './banner-start.ts';

/** Time for which a slide is shown. The fade of 500 ms is in the style sheet. */
const slideMs = 5000;

const neverChanges = () => () => {};

type Slide = { image: string; link: string; text: string | null };

/**
 * Renders the rotating banner: starts at a random slide, shows one at a time, and changes every five seconds. It pauses while it
 * is hovered or focused, and for people who prefer reduced motion. The server renders the first slide for everyone;
 * `bannerScript` shows the random one before the first paint.
 */
export function Banner({ slides }: { slides: readonly Slide[] }) {
  const count = slides.length;
  const start = useSyncExternalStore(neverChanges, startOfThisLoad, () => 0);
  const [steps, setSteps] = useState(0);
  const [hasOthers, setHasOthers] = useState(false);
  const index = Math.floor(start * count + steps) % count;
  const section = useRef<HTMLElement>(null);
  const isHydrated = useHydrated();
  const scriptMark = useRouter().options.ssr?.nonce;

  useEffect(function fetchOthersWhenIdle() {
    return whenIdle(() => setHasOthers(true));
  }, []);

  useEffect(
    function advance() {
      if (count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const timer = setInterval(() => {
        if (!section.current?.matches(':hover, :focus-within')) setSteps(steps + 1);
      }, slideMs);
      return () => clearInterval(timer);
    },
    [count, steps],
  );

  if (count === 0) return null;
  return (
    <section
      aria-label={words.advertisements}
      aria-roledescription={words.carousel}
      ref={section}
      className="no-print relative mx-auto max-w-page px-4 pt-6 sm:px-6 sm:pt-14"
    >
      <div className="grid">
        {slides.map((slide, position) => (
          <BannerSlide key={slide.image} slide={slide} isShown={position === index} isReady={hasOthers || steps > 0} />
        ))}
      </div>
      {count > 1 && (
        <div className="absolute end-5 bottom-0 z-20 flex sm:end-7">
          {slides.map((slide, position) => (
            <button
              key={slide.image}
              type="button"
              aria-label={words.advertisementOf(position + 1, count)}
              aria-current={position === index}
              suppressHydrationWarning
              onClick={() => setSteps((before) => before + position - index + count)}
              // Two colours, so that one of them contrasts with any picture.
              className="grid h-11 w-8 place-items-center focus-visible:inset-shadow-[0_0_0_6px_black] focus-visible:-outline-offset-3 focus-visible:outline-white"
            >
              <span className="size-2.5 rounded-full border border-white bg-black/40 shadow-float in-aria-[current=true]:bg-white" />
            </button>
          ))}
        </div>
      )}
      {/* When React inserts a script later, it does not run; it isn't needed then. */}
      {count > 1 && !isHydrated && <script nonce={scriptMark} dangerouslySetInnerHTML={{ __html: bannerScript }} />}
    </section>
  );
}

type BannerSlideProps = {
  slide: Slide;
  isShown: boolean;
  /** The other slides are omitted until the banner is about to change, so that their pictures don't load earlier. */
  isReady: boolean;
};

function BannerSlide({ slide, isShown, isReady }: BannerSlideProps) {
  return (
    <a
      href={slide.link}
      target="_blank"
      rel="noopener"
      inert={!isShown}
      suppressHydrationWarning
      className={classes(
        'relative block col-start-1 row-start-1 overflow-hidden rounded-card opacity-0 transition-opacity duration-500 not-inert:z-10 not-inert:opacity-100',
        !isReady && 'inert:hidden',
      )}
    >
      <img
        src={slide.image}
        alt={slide.text ? '' : words.advertisement}
        width={1600}
        height={600}
        decoding="async"
        // `bannerScript` changes this to eager for the slide that is shown.
        loading="lazy"
        suppressHydrationWarning
        className="aspect-8/3 w-full bg-sunken object-cover max-[18rem]:absolute max-[18rem]:inset-0 max-[18rem]:aspect-auto max-[18rem]:h-full md:aspect-5/1"
      />
      {slide.text && (
        <span className="absolute inset-x-0 bottom-0 max-[18rem]:relative max-[18rem]:block max-[18rem]:pt-20 max-[18rem]:pe-4 max-[18rem]:pb-14 bg-linear-to-t from-black/90 via-black/65 to-black/0 px-4 pt-10 pe-22 pb-3 text-sm leading-snug font-medium text-white sm:px-6 sm:text-base">
          {slide.text}
        </span>
      )}{' '}
      <span className="sr-only">{opensInNewTab}</span>{' '}
    </a>
  );
}
