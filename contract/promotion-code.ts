import { z } from 'zod'
import { t } from './i18n.ts'

/**
 * Printable ASCII only, so that PostgreSQL and JavaScript agree on case and no code has look-alike characters. No comma, because
 * people separate several codes with commas.
 */
export const promotionCode = z
  .string()
  .trim()
  .min(1, t('Code is required'))
  .max(50, t('Code must be 50 characters or fewer'))
  .regex(/^(?!.*,)[!-~]+$/, t('Code can have letters, digits and symbols but no spaces or commas, such as FALL10'))

/** The key for case-insensitive comparison of codes. */
export const codeKey = (code: string): string => code.trim().toLowerCase()
