/** Explains an error response of the server that has no explanation. */

export const responded = (status: number) => `The server responded with status ${status}.`;
