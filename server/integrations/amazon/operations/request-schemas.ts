import { z } from 'zod'
import { Rejected } from '#server/ports/failure.ts'

/** Amazon would refuse this by its published limits, so it was never sent. */
export class InvalidRequest extends Rejected {
  /** Where in the request, in Amazon's words: `items.0.sellerSku`. */
  readonly fields: readonly string[]

  constructor(what: string, issues: readonly z.core.$ZodIssue[]) {
    super(`${what} can’t be sent to Amazon: ${issues.map(describeIssue).join('; ')}`, { code: 'unsendable' })
    this.name = 'Unsendable'
    this.fields = issues.map((issue) => issue.path.join('.'))
  }
}

/** What was given, as far as Amazon has a field for it; an `Unsendable` when it breaks a limit. */
export function validateRequest<Schema extends z.ZodType>(
  what: string,
  schema: Schema,
  given: z.input<Schema>,
): z.output<Schema> {
  const checked = schema.safeParse(given)
  if (checked.success) return checked.data
  throw new InvalidRequest(what, checked.error.issues)
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const index = path.find((step) => typeof step === 'number')
  return index === undefined ? message : `${message} (number ${index + 1} in the list)`
}

/** Text that Amazon requires. */
export const text = (label: string, longest?: number) => {
  const filled = z.string().trim().min(1, `${label} is missing`)
  return longest ? filled.max(longest, `${label} is longer than ${longest} characters`) : filled
}

/** At least one; Amazon has no list where none would mean anything. */
export const listOf = <Schema extends z.ZodType>(label: string, schema: Schema, most?: number) => {
  const filled = z.array(schema).min(1, `${label}: there are none`)
  return most ? filled.max(most, `${label}: there are more than ${most}`) : filled
}

export const marketplaceIds = (most?: number) => listOf('Marketplaces', text('Marketplace'), most)

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'The country is not a code of two capital letters')

export const time = z.iso.datetime({ offset: true, error: 'A time is not written as Amazon writes it' })

export const processingStatus = z.enum(['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL'])

export const requirements = z.enum(['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'])

export const pageSize = (most: number) => z.int().min(1).max(most, `A page has at most ${most} rows`).optional()

/** These would lead to another resource: an empty step to the list above, dots to a folder above. */
const forbiddenSteps = new Set(['', '.', '..'])

/** A path whose values are each encoded as one step, whatever is in them. */
export function path(fixed: TemplateStringsArray, ...values: string[]): string {
  return fixed.reduce((before, part, index) => before + encodeStep(values[index - 1] ?? '') + part)
}

function encodeStep(value: string): string {
  if (forbiddenSteps.has(value))
    throw new Rejected(`“${value}” can’t be asked of Amazon by name`, { code: 'unsendable' })
  return encodeURIComponent(value)
}
