/** The position at which the banner starts, from 0 to 1 of its slides: random for each full page load. */

const name = 'bannerStart';

/**
 * Runs right after the slides, before they are painted: cached pages have the first slide for everyone. It makes the
 * same change that React makes a moment later.
 */
export const bannerScript =
  `(function(){var b=document.currentScript.parentNode,s=b.querySelectorAll('a'),d=b.querySelectorAll('button'),` +
  `n=Math.floor((window.${name}=Math.random())*s.length);` +
  `s.forEach(function(a,i){a.toggleAttribute('inert',i!==n)});d.forEach(function(e,i){e.setAttribute('aria-current',i===n)});` +
  `s[n].querySelector('img').loading='eager'})()`;

/** The start chosen by the script; or, if this page was reached without a full load, a new one. */
export function startOfThisLoad(): number {
  const page = window as { [name]?: number };
  return (page[name] ??= Math.random());
}
