import { z } from 'zod';
import { problemStatuses, type ProblemType } from '#contract/problems.ts';

const types = Object.keys(problemStatuses) as [ProblemType, ...ProblemType[]];

/** The body of every error response. */
export const problem = z
  .object({
    message: z.string().meta({ description: 'For people: what happened and what to do.' }),
    code: z.int().meta({ description: 'The HTTP status of the response.' }),
    type: z.enum(types),
    version: z.string(),
  })
  .meta({ id: 'Problem' });
