import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { tabListStyle, tabScrollerStyle, tabStyle } from './tab-style.ts';

type TabsProps = {
  value: string;
  onChange: (value: string) => void;
  /** Names the row of tabs for those who listen. */
  label: string;
  tabs: readonly { value: string; label: ReactNode }[];
  children: ReactNode;
};

/** Tabs inside one page. Where each tab has an address of its own, use `LinkTabs`. */
export function Tabs({ value, onChange, label, tabs, children }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className={tabScrollerStyle}>
        <Radix.List aria-label={label} className={tabListStyle}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={tabStyle}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {children}
    </Radix.Root>
  );
}

type TabPanelProps = {
  value: string;
  /** Keeps what was filled in while another tab is looked at; it is hidden, not gone. */
  keepMounted?: boolean;
  className?: string;
  children: ReactNode;
};

/** The content of the tab of that value. */
export function TabPanel({ value, keepMounted = false, className, children }: TabPanelProps) {
  return (
    <Radix.Content
      value={value}
      {...(keepMounted && { forceMount: true })}
      className={classes('pt-6 data-[state=inactive]:hidden', className)}
    >
      {children}
    </Radix.Content>
  );
}
