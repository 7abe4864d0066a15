/**
 * A copy of the records that another server keeps up to date by itself, a moment later, and in which guests read
 * (docs/decisions/0059-read-replicas.md).
 */
export interface ReadReplica {
  /**
   * Something has changed, or may have: guests read the records themselves until the copy has it. Called before anybody is
   * told of the change, and once when this node begins to hear of changes; before that the copy is not used.
   */
  noteChange(): void;
  readonly state: ReplicaState;
}

/** `used`, `behind` (it does not have the last change yet), or `away` (it cannot be reached, or is no copy of this library). */
export type ReplicaState = 'used' | 'behind' | 'away';
