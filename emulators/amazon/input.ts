import type { z } from 'zod'
import { Query } from '../http/query.ts'
import { Refusal } from './refusal.ts'

/** Amazon's APIs don't agree on the code of a bad request. */
export type RefusalCode = 'InvalidInput' | 'InvalidRequest' | 'BAD_REQUEST' | '400'

/** What was sent, read by a schema; the first thing amiss is said in Amazon's way. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown, code: RefusalCode = 'InvalidInput'): T {
  if (body === undefined) throw new Refusal(400, code, 'The request must contain a body.')
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  const value = valueAt(body, path)
  const name = path.map(String).map(capitalize).join('.')
  if (value === undefined || value === '') {
    throw new Refusal(400, code, `The request must contain the parameter ${name}.`)
  }
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : ''
  throw new Refusal(400, code, `Value ${shown} for parameter ${name} is invalid. Reason: ${issue?.message}.`)
}

export function requireParameter(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (!value) throw new Refusal(400, 'InvalidInput', `The request must contain the parameter ${name}.`)
  return value
}

/** A list is one comma-separated value. */
export const readList = (query: URLSearchParams, name: string): string[] =>
  (query instanceof Query ? query.list(name) : (query.get(name) ?? '').split(',')).filter((part) => part !== '')

const momentPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A moment in ISO 8601; without a zone it is in UTC. Undefined when it is none. */
export function parseMoment(text: string): Date | undefined {
  if (!momentPattern.test(text)) return undefined
  const moment = new Date(/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], body)
}
