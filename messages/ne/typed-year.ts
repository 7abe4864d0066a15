/** Words of fields in which a year is typed. */

import { materialLimits } from '#domain/material.ts';
import { digits } from './format.ts';

/** The error of a typed text that is not a year of a material. */
export const typedYearFault =
  `सन् ${digits(materialLimits.minYear)} देखि ${digits(materialLimits.maxYear)} सम्मको, वा वि.सं. ` +
  `${digits(materialLimits.minYearBs)} देखि ${digits(materialLimits.maxYearBs)} सम्मको साल लेख्नुहोस्।`;
