/** Words of fields in which a year is typed. */

import { materialLimits } from '#domain/material.ts';

/** The error of a typed text that is not a year of a material. */
export const typedYearFault =
  `Enter a year AD from ${materialLimits.minYear} to ${materialLimits.maxYear}, or a year BS from ` +
  `${materialLimits.minYearBs} to ${materialLimits.maxYearBs}.`;
