type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Input of the visitor before the app hydrated the page, collected by `earlyInputScript`. */
export type EarlyInput = {
  /** Set once something is collected, or an element has the focus. */
  isUsed?: 1;
  /** Ends the collection. */
  stop: AbortController;
  /** The changed controls, with their new values. */
  changed: Map<Control, string>;
  /** The clicked link that opens a dialog. */
  link?: HTMLAnchorElement;
};

/**
 * Repeats for the hydrated app the input that `earlyInputScript` collected, and the focus: one event after the other, so that
 * the app has handled each before the next.
 */
async function replay(early: EarlyInput): Promise<void> {
  for (const [control, value] of early.changed) {
    if (!control.isConnected) continue;
    // Letters that were typed while this code loaded are newer.
    const isNewer = 'defaultValue' in control && control.value !== control.defaultValue;
    repeatChange(control, isNewer ? control.value : value);
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

const { earlyInput } = globalThis as { earlyInput?: EarlyInput };
if (earlyInput) void replay(earlyInput);
