import type { z } from 'zod'
import { Query } from '../http.ts'
import { parseMoment } from './iso-time.ts'
import { Refusal } from './refusal.ts'
import type { Seller } from './state.ts'

/** Error codes of a bad request, which differ between Amazon's APIs. */
type RefusalCode = 'InvalidInput' | 'InvalidRequest' | 'BAD_REQUEST' | '400'

/** Parses the body with a schema; refuses it with Amazon's text for the first problem. */
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

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], body)
}

export type Parameters = ReturnType<typeof parametersOf>

/** Reads query parameters as strictly as Amazon's models; `code` is the API's code of a bad request. */
export function parametersOf(query: URLSearchParams, code: RefusalCode) {
  const refuse = (details: string) => new Refusal(400, code, 'Invalid input', details)
  const text = (name: string) => query.get(name) || undefined

  function list(name: string, most = Infinity): string[] {
    const values = readList(query, name)
    if (values.length > most) throw refuse(`'${name}' takes at most ${most} values.`)
    return values
  }

  function choices<Choice extends string>(name: string, allowed: readonly Choice[]): Choice[] {
    const values = list(name)
    const wrong = values.find((value) => !allowed.includes(value as Choice))
    if (wrong !== undefined) throw refuse(`Invalid value '${wrong}' for '${name}'.`)
    return values as Choice[]
  }

  return {
    code,
    refuse,
    text,
    list,
    choices,
    choice: <Choice extends string>(name: string, allowed: readonly Choice[]): Choice | undefined => {
      const [value, ...more] = choices(name, allowed)
      if (more.length > 0) throw refuse(`'${name}' takes one value.`)
      return value
    },
    requiredText(name: string): string {
      const value = text(name)
      if (value === undefined) throw refuse(`'${name}' is required.`)
      return value
    },
    requiredList(name: string, most?: number): string[] {
      const values = list(name, most)
      if (values.length === 0) throw refuse(`'${name}' is required.`)
      return values
    },
    integer(name: string, { most, otherwise }: { most: number; otherwise: number }): number {
      const value = text(name)
      if (value === undefined) return otherwise
      if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > most) {
        throw refuse(`'${name}' must be a whole number from 1 to ${most}.`)
      }
      return Number(value)
    },
    moment(name: string): Date | undefined {
      const value = text(name)
      const moment = value === undefined ? undefined : parseMoment(value)
      if (value !== undefined && !moment) throw refuse(`'${name}' must be a date and time in ISO 8601.`)
      return moment
    },
  }
}

/** The marketplaces of a call; the seller must sell in each of them. */
export function readMarketplaces(read: Parameters, seller: Seller, most?: number): string[] {
  const ids = read.requiredList('marketplaceIds', most)
  assertMarketplaces(seller, ids, read.code)
  return ids
}

export function assertMarketplaces(seller: Seller, ids: string[], code: RefusalCode): void {
  const wrong = ids.find((id) => !seller.marketplaceIds.includes(id))
  if (wrong === undefined) return
  throw new Refusal(400, code, 'Invalid input', `'${wrong}' is not a marketplace of this selling partner.`)
}
