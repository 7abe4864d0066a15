type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Input of the visitor before the app hydrated the page, collected by `earlyInputScript`. */
type EarlyInput = {
  /** Ends the collection. */
  stop: AbortController;
  /** The changed controls, with their new values. */
  changed: Map<Control, string>;
  /** The clicked link that opens a dialog. */
  link?: HTMLAnchorElement;
};

/**
 * Runs in the head. Collects what React would miss, or undo, because it hydrates the page seconds later on a slow phone:
 * changes of form controls, and a click on a link that opens a dialog (View, Details …), which would open the file itself
 * instead of the reader. A second click on the same link follows it at once, and so does a click once a script has failed.
 * Every page has it, so its names are short.
 */
export const earlyInputScript =
  `var e=self.earlyInput={stop:new AbortController,changed:new Map},o={capture:true,signal:e.stop.signal},failed;` +
  `function release(){var l=e.link;delete e.link;l&&l.removeAttribute('aria-busy');return l}` +
  `addEventListener('click',function(v){var l=v.target.closest('a[aria-haspopup=dialog]');` +
  `if(l&&l!=e.link&&!(failed||v.button||v.metaKey||v.ctrlKey||v.shiftKey||v.altKey)){` +
  `v.preventDefault();v.stopImmediatePropagation();release();e.link=l;l.setAttribute('aria-busy','true')}},o);` +
  `addEventListener('error',function(v){if(v.target.tagName=='SCRIPT'){failed=1;var l=release();l&&(location=l.href)}},o);` +
  `addEventListener('input',function(v){e.changed.set(v.target,v.target.value)},o);`;

/**
 * Repeats for the hydrated app what `earlyInputScript` collected, and the focus: one after the other, so that the app has
 * handled each before the next. Does nothing the second time.
 */
export async function replayEarlyInput(): Promise<void> {
  const page = globalThis as { earlyInput?: EarlyInput };
  const early = page.earlyInput;
  if (!early) return;
  delete page.earlyInput;
  early.stop.abort();
  for (const [control, value] of early.changed) {
    if (!control.isConnected) continue;
    repeatChange(control, value);
    await new Promise((done) => setTimeout(done));
    if (control !== document.activeElement) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  early.link?.removeAttribute('aria-busy');
  early.link?.click();
}

/**
 * Changes a control as its user would. React ignores events of a control that has the value that React last saw, and sees only
 * what is assigned to the element's own property; so that is set to the value of before, and the setter of the element's class
 * to the new one.
 */
function repeatChange(control: Control, value: string): void {
  if (control.type === 'checkbox' || control.type === 'radio') {
    const box = control as HTMLInputElement;
    box.checked = !box.checked;
    box.click();
    return;
  }
  const isChosen = control.type === 'file' || control instanceof HTMLSelectElement;
  // Until React has hydrated the control it doesn't watch its value; an event makes it do so.
  if (!Object.hasOwn(control, 'value')) control.dispatchEvent(new Event('input', { bubbles: true }));
  if (!isChosen) control.value = control.defaultValue;
  if (control.type !== 'file')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(isChosen ? 'change' : 'input', { bubbles: true }));
}
