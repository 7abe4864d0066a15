import type { ContractIds } from '#contract/addresses.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';

/** Sends the bytes of a file, like `uploadFile` of the form for one file. */
export type SendFile = (options: {
  ids: ContractIds;
  fileId: string;
  file: File;
  permissions?: readonly string[];
  isResumed: boolean;
  signal: AbortSignal;
  onProgress: (progress: { sentBytes: number }) => void;
  callSignedIn: SignedInCaller;
}) => Promise<{ signature: string; warning: string | null }>;
