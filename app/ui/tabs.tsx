import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { tabListStyle, tabScrollerStyle, tabStyle } from './tab-style.ts';

type TabsProps = {
  value: string;
  onChange: (value: string) => void;
  /** The name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly { value: string; label: ReactNode }[];
  /** Content after the row of tabs, on the same line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Renders tabs inside one page. Use `LinkTabs` if each tab has a separate address. */
export function Tabs({ value, onChange, label, tabs, aside, children }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className="flex">
        <div className={classes(tabScrollerStyle, 'min-w-0 flex-1')}>
          <Radix.List aria-label={label} className={tabListStyle}>
            {tabs.map((tab) => (
              <Radix.Trigger key={tab.value} value={tab.value} className={tabStyle}>
                {tab.label}
              </Radix.Trigger>
            ))}
          </Radix.List>
        </div>
        {aside && <div className="border-b border-hairline">{aside}</div>}
      </div>
      {children}
    </Radix.Root>
  );
}

type TabPanelProps = {
  value: string;
  /** If true, the panel is hidden instead of removed while another tab is open, so that the values of its form stay. */
  keepMounted?: boolean;
  className?: string;
  children: ReactNode;
};

/** Renders the content of the tab with that value. */
export function TabPanel({ value, keepMounted = false, className, children }: TabPanelProps) {
  return (
    <Radix.Content
      value={value}
      {...(keepMounted && { forceMount: true })}
      className={classes('pt-4 data-[state=inactive]:hidden sm:pt-6', className)}
    >
      {children}
    </Radix.Content>
  );
}
