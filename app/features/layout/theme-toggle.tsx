import { Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { buttonStyle } from '#app/ui/button-style.ts';
import { followTheme, toggleTheme } from './theme.ts';

/**
 * Renders the button for the theme. The style sheet chooses the icon, because the server does not know the theme, and the icon
 * must not change after loading.
 */
export function ThemeToggle() {
  useEffect(followTheme, []);
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark theme"
      data-tooltip="Switch theme"
      className={buttonStyle('ghost', 'icon')}
    >
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </button>
  );
}
