/** Ends the import; the message is a sentence for the person at the terminal. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportError';
  }
}

/** The person pressed Ctrl-C. */
export class Stopped extends Error {
  constructor() {
    super('Stopped. Run the same command again to resume.');
    this.name = 'Stopped';
  }
}
