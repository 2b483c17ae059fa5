import { parseMoment, readList, type RefusalCode } from './input.ts'
import { Refusal } from './refusal.ts'

export type Parameters = ReturnType<typeof parametersOf>

/** What a query says, read as strictly as Amazon's models have it; `code` is what this API calls a bad request. */
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
