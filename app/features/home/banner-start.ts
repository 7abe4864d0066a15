/**
 * Global that has the position at which the banner starts, from 0 to 1 of its slides: random for each full page load.
 */

const name = 'bannerStart';

/**
 * Runs in the head, before the style sheet is loaded: chooses the slide and requests its picture, usually the largest content of
 * Home, in parallel with the styles.
 */
export function bannerHeadScript(images: readonly string[]): string {
  const written = JSON.stringify(images).replaceAll('<', String.raw`\u003c`);
  return (
    `(function(p){var i=new Image();i.fetchPriority='high';` +
    `i.src=p[Math.floor((window.${name}=Math.random())*p.length)]})(${written})`
  );
}

/**
 * Shows the slide on which the banner starts. Runs right after the HTML of the slides, before they are painted, because
 * cached pages contain the first slide for everyone. React makes the same change a moment later.
 */
export const bannerScript =
  `(function(){var b=document.currentScript.parentNode,s=b.querySelectorAll('a'),d=b.querySelectorAll('button'),` +
  `n=Math.floor((window.${name}=window.${name}||Math.random())*s.length);` +
  `s.forEach(function(a,i){a.toggleAttribute('inert',i!==n)});d.forEach(function(e,i){e.setAttribute('aria-current',i===n)});` +
  `s[n].querySelector('img').loading='eager'})()`;

/** Returns the starting position that the script chose or, if this page was reached without a full load, a new one. */
export function startOfThisLoad(): number {
  const page = window as { [name]?: number };
  return (page[name] ??= Math.random());
}
