import { z } from 'zod'
import { t } from './i18n.ts'

/** In lower case, as PostgreSQL writes UUIDs, because ids are also compared as texts. */
export const Id = z.uuid().toLowerCase()

const writtenId = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Parses an id of a URL without zod, which list pages do not load. */
export const readId = (text: string | null): string | undefined =>
  text !== null && writtenId.test(text) ? text.toLowerCase() : undefined

const writtenDay = /^\d{4}-\d{2}-\d{2}$/

/** Parses a day of a URL, such as 2026-02-28, if it exists. */
export function readDay(text: string | null): string | undefined {
  const day = text !== null && writtenDay.test(text) ? new Date(`${text}T00:00Z`) : null
  const isDay = day !== null && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
  return isDay ? text : undefined
}

/** A timestamp, ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** PostgreSQL stores neither NUL nor lone surrogates, and nobody types other control characters. */
const plainLine = /^[^\p{Cc}\p{Cs}]*$/u

const plainText = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** One line of text that a person typed: trimmed, not empty. */
export const line = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .min(1, t('{label} is required', { label }))
    .max(max, t('{label} must be {max} characters or fewer', { label, max }))
    .regex(plainLine, t('{label} must be one line of plain text', { label }))

/**
 * Cleans text of other systems to such a line: a tab in a street must not stop a paid order. Empty text counts as missing.
 */
export function plain(text: string | null | undefined, longest = Number.POSITIVE_INFINITY): string | null {
  const line = (text ?? '').toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ')
  return line.trim().slice(0, longest).toWellFormed().trim() || null
}

/** Optional text with several lines; empty counts as null. */
export const optionalText = (label: string, max = 200) =>
  z
    .string()
    .trim()
    .max(max, t('{label} must be {max} characters or fewer', { label, max }))
    .regex(plainText, t('{label} must be plain text', { label }))
    .nullish()
    .transform((text) => text || null)

/** The search text of a list. */
export const searchText = z
  .string()
  .trim()
  .max(200, t('Search must be 200 characters or fewer'))
  .regex(plainLine, t('Search must be one line of plain text'))

export const email = z
  .string()
  .trim()
  .min(1, t('Email is required'))
  .max(254, t('Email must be 254 characters or fewer'))
  .pipe(z.email(t('Enter an email address such as name@example.com')))

export const exportFormats = ['csv', 'xlsx'] as const

export const ExportFormat = z.enum(exportFormats)

export type ExportFormat = z.output<typeof ExportFormat>

/** The reply is a file, not JSON. */
export const FileReply = z.string().meta({ format: 'binary', description: 'A file' })

/** The reply is an HTML page, not JSON. */
export const PageReply = z.string().meta({ description: 'An HTML page' })
