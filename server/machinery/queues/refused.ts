const messages = {
  full: 'the queue is full',
  'timed-out': 'the work waited too long',
  'too-slow': 'the work took too long',
  aborted: 'its caller aborted the work',
  closed: 'the queue is closed',
} as const;

/**
 * The reason why a queue did not do a piece of work. The work was never started, except if the reason is `too-slow`.
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly why: keyof typeof messages;

  constructor(why: Refused['why']) {
    super(messages[why]);
    this.why = why;
  }
}
