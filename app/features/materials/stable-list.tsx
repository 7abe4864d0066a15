import { Component, createRef, type ReactNode } from 'react';
import type { MaterialList } from '#contract/shelf.ts';
import type { MaterialKind } from '#domain/material.ts';
import * as words from '#messages/materials/stable-list.ts';
import { findHolder } from './hold-position.ts';

type StableListProps = {
  /** The result of the query. */
  list: { data: MaterialList | undefined; isPlaceholderData: boolean };
  /** Identifies the list. If the scope changes, the list shows something else and does not hold its position. */
  scope: string;
  /** Null for a list of all kinds. */
  kind: MaterialKind | null;
  children: ReactNode;
};

/**
 * Renders a list that may change while it is being read; its rows are marked with `data-material`. After a change by another
 * user, the row in view stays in its position, and screen readers announce new rows. A class component, because only
 * `getSnapshotBeforeUpdate` runs right before the page changes.
 */
export class StableList extends Component<StableListProps> {
  readonly #box = createRef<HTMLDivElement>();
  readonly #news = createRef<HTMLParagraphElement>();

  override getSnapshotBeforeUpdate(before: StableListProps): (() => void) | null {
    const { list, scope } = this.props;
    const box = this.#box.current;
    if (!box || before.scope !== scope) return () => box?.removeAttribute('style');
    if (!before.list.data || !list.data || before.list.isPlaceholderData || before.list.data === list.data) return null;
    const settle = findHolder(list.data)?.(box);
    return settle ? () => this.#announce(before.list.data, settle) : null;
  }

  override componentDidUpdate(_before: StableListProps, _state: unknown, settle: (() => void) | null): void {
    settle?.();
  }

  #announce(before: MaterialList | undefined, settle: () => void): void {
    settle();
    const more = (this.props.list.data?.total ?? 0) - (before?.total ?? 0);
    if (!this.#news.current || more === 0) return;
    const { kind } = this.props;
    const count = Math.abs(more);
    this.#news.current.textContent = more > 0 ? words.justAdded(kind, count) : words.justRemoved(kind, count);
  }

  override render(): ReactNode {
    return (
      <div ref={this.#box}>
        {this.props.children}
        <p ref={this.#news} aria-live="polite" className="sr-only" />
      </div>
    );
  }
}
