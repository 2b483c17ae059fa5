import { z } from 'zod'

export const Id = z.uuid()
/** A moment, as ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** One line of text that a person typed: trimmed, not empty. */
export const line = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long: at most ${max} characters`)

/** The same where nothing may be typed; an empty box counts as nothing. */
export const optionalText = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, `${label} is too long: at most ${max} characters`)
    .nullish()
    .transform((text) => text || null)

export const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Email is too long: at most 254 characters')
  .pipe(z.email('Enter an email address such as name@example.com'))
