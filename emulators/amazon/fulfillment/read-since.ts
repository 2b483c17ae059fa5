import { parseMoment } from '../input.ts'
import { invalidInput } from '../refusal.ts'

/** From when on a question is; null when it doesn't say. */
export function readSince(query: URLSearchParams): string | null {
  const text = query.get('queryStartDate')
  if (!text) return null
  const since = parseMoment(text)
  if (!since) throw invalidInput('timestamp must follow ISO8601')
  return since.toISOString()
}
