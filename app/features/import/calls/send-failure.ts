/**
 * Why a file was not sent or converted, with a sentence. `file`: it can't be sent; `pdf`: it was sent, and no PDF can be
 * made of it; `to-convert`: its PDF is made once LibreOffice is installed.
 */
export type SendFailure = { means: 'file' | 'pdf' | 'to-convert'; reason: string };
