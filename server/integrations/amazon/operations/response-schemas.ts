import { z } from 'zod'

/** A date and time, parsed to a Date. */
export const moment = z.string().transform((written, context) => {
  const at = new Date(written)
  if (!Number.isNaN(at.getTime())) return at
  context.addIssue({ code: 'custom', message: 'is not a time' })
  return z.NEVER
})

/** A field that Amazon omits or sends as null. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

/** A list that Amazon omits when it is empty. */
export const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((values) => values ?? [])

/** The older APIs wrap their answer in `payload`. */
export const payload = <Schema extends z.ZodType>(schema: Schema) => z.object({ payload: schema })

/** An amount as text, so that no digit is lost. Amazon may write it with an exponent. */
export const decimal = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/)
  .transform(withoutExponent)

function withoutExponent(amount: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)\.?(\d*)(?:e(.+))?$/i.exec(amount) ?? []
  if (exponent === undefined) return amount
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

export const nextPage = maybe(z.object({ nextToken: maybe(z.string()) }))

/** An answer whose content does not matter. */
export const noContent = z.unknown().transform(() => null)
