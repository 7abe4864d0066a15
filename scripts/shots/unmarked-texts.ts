import type { Page } from 'playwright-core';

/**
 * Returns the texts of the document, visible or read out, that have letters and are not between marks of the
 * pseudo-language: text, attributes, the title.
 */
export function findUnmarkedTexts(page: Page, mark: string): Promise<string[]> {
  return page.evaluate((mark) => {
    const found = new Set<string>();
    const add = (text: string | null) => {
      // Data between two marked pieces belongs to the message around it.
      const rest = (text ?? '')
        .replaceAll(new RegExp(`${mark}[^]*${mark}`, 'g'), '')
        .replace(/\s+/g, ' ')
        .trim();
      if (/\p{L}{2}/u.test(rest)) found.add(rest);
    };
    const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt'];
    const shown = [...attributes, 'placeholder', 'data-tooltip', 'label'];
    add(document.title);
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script, style, noscript, .reader-text, .toast-text, iframe')) continue;
      for (const name of shown) add(element.getAttribute(name));
      for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) add(child.textContent);
    }
    return [...found];
  }, mark);
}
