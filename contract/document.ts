/** What materials, files, accounts and sessions look like on the wire (contract 3.3, 5.1, 6). */

/** A document of the contract: seven `$` keys and every declared attribute. */
export type MaterialDocument = {
  $id: string;
  $sequence: string;
  $databaseId: string;
  $collectionId: string;
  $createdAt: string;
  $updatedAt: string;
  $permissions: string[];
  subject: string;
  title: string;
  year: number | null;
  facultyId: string;
  semesterId: string;
  downloadUrl: string;
  uploadedAt: string;
  fileType: string;
  fileSize: number;
  pageCount: number | null;
  isSample: boolean;
  coverImageUrl?: string | null;
};

export type DocumentList = { total: number; documents: MaterialDocument[] };

export type FileAnswer = {
  $id: string;
  bucketId: string;
  $createdAt: string;
  $updatedAt: string;
  $permissions: string[];
  name: string;
  folder: string;
  key: string;
  signature: string;
  mimeType: string;
  sizeOriginal: number;
  sizeActual: number;
  chunksTotal: number;
  chunksUploaded: number;
  encryption: boolean;
  compression: string;
  /** Our addition: what the uploader should know (a damaged or password-protected PDF), or null. */
  warning: string | null;
};

export type AccountAnswer = {
  $id: string;
  $createdAt: string;
  $updatedAt: string;
  name: string;
  registration: string;
  status: boolean;
  labels: string[];
  passwordUpdate: string;
  email: string;
  phone: string;
  emailVerification: boolean;
  phoneVerification: boolean;
  mfa: boolean;
  prefs: Record<string, never>;
  targets: never[];
  accessedAt: string;
};
