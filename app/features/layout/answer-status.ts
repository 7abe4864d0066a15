import { createIsomorphicFn } from '@tanstack/react-start';
import { setResponseStatus } from '@tanstack/react-start/server';

/** Sets the status that the page being rendered is answered with; in the browser, where none is, does nothing. */
export const answerStatus: (status: 410 | 503) => void = createIsomorphicFn()
  .server((status: 410 | 503) => setResponseStatus(status))
  .client(() => {});
