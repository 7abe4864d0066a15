import { createIsomorphicFn } from '@tanstack/react-start';
import { setResponseStatus } from '@tanstack/react-start/server';

/** Sets the status of the page that is being rendered; does nothing in the browser. */
export const answerStatus: (status: 410 | 503) => void = createIsomorphicFn()
  .server((status: 410 | 503) => setResponseStatus(status))
  .client(() => {});
