/** Explains an error response of the server that has no explanation. */

import { digits } from '../format.ts';

export const responded = (status: number) => `सर्भरबाट त्रुटि ${digits(status)} आयो।`;
