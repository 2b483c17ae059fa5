import { InvalidRequest } from '../refusal.ts'

/** Says what is wrong with a value, or null. Written by hand, so that nothing is coerced as WordPress would. */
export type Check = (value: unknown) => string | null

export const text: Check = (value) => (typeof value === 'string' ? null : 'is not of type string')
export const integer: Check = (value) => (Number.isInteger(value) ? null : 'is not of type integer')
export const flag: Check = (value) => (typeof value === 'boolean' ? null : 'is not of type boolean')
export const anything: Check = () => null
export const money: Check = (value) =>
  typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? null : 'is not an amount as text'

export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value) ? null : `is not one of ${values.join(', ')}`

export const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'is not of type array'
    for (const [index, entry] of value.entries()) {
      const problem = check(entry)
      if (problem) return `[${index}] ${problem}`
    }
    return null
  }

/** Unknown fields are refused: WooCommerce would ignore them, and with them a misspelt one. */
export const shape =
  (required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not of type object'
    const missing = Object.keys(required).find((name) => !(name in value))
    if (missing) return `.${missing} is missing`
    for (const [name, given] of Object.entries(value)) {
      const check = required[name] ?? optional[name]
      const problem = check ? check(given) : 'is unknown'
      if (problem) return `.${name} ${problem}`
    }
    return null
  }

export function assertValid(name: string, check: Check, value: unknown): void {
  const problem = check(value)
  if (problem) throw new InvalidRequest(name, `${name}${problem}`)
}

/** Checks of query parameters, which are always text. */
const digits: Check = (value) => (/^\d+$/.test(String(value)) ? null : 'is not a number')
export const idList: Check = (value) => (/^\d+(?:,\d+)*$/.test(String(value)) ? null : 'is not a list of ids')

const pageSize: Check = (value) =>
  /^\d+$/.test(String(value)) && Number(value) >= 1 && Number(value) <= 100 ? null : 'must be between 1 and 100'

/** With a time zone WooCommerce shifts the time by the shop's own. */
export const bareMoment: Check = (value) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(String(value)) ? null : 'is not a time without time zone'

export const paging = { page: digits, per_page: pageSize, order: oneOf('asc', 'desc'), _fields: text }
