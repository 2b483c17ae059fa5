import { z } from 'zod'

/**
 * Only plain characters, so that PostgreSQL and JavaScript agree on what is upper and lower case, and nobody has to type
 * what looks like something else. No comma, since people write several codes with commas between them.
 */
export const promotionCode = z
  .string()
  .trim()
  .min(1, 'Code is required')
  .max(50, 'Code is too long: at most 50 characters')
  .regex(/^(?!.*,)[!-~]+$/, 'Code must be letters, digits and signs without spaces or commas, such as FALL10')

/** The same for a code however it is typed. */
export const codeKey = (code: string): string => code.trim().toLowerCase()
