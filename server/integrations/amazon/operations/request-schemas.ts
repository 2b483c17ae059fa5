import { z } from 'zod'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'

/** The request breaks a published limit of Amazon and was not sent. */
export class InvalidRequest extends Rejected {
  /** Paths of the invalid fields, in Amazon's names: `items.0.sellerSku`. */
  readonly fields: readonly string[]

  constructor(what: Message, issues: readonly z.core.$ZodIssue[]) {
    const problems = joinMessages(issues.map(describeIssue), '; ')
    super(say('{what} can’t be sent to Amazon: {problems}', { what, problems }), { code: 'unsendable' })
    this.name = 'InvalidRequest'
    this.fields = issues.map((issue) => issue.path.join('.'))
  }
}

/** Returns the input with the fields that Amazon knows; throws `InvalidRequest` when it breaks a limit. */
export function validateRequest<Schema extends z.ZodType>(
  what: Message,
  schema: Schema,
  given: z.input<Schema>,
): z.output<Schema> {
  const checked = schema.safeParse(given)
  if (checked.success) return checked.data
  throw new InvalidRequest(what, checked.error.issues)
}

function describeIssue({ path, message }: z.core.$ZodIssue): Message {
  const index = path.find((step) => typeof step === 'number')
  const problem = asMessage(message)
  if (index === undefined) return problem
  return say('{problem} (number {position} in the list)', { problem, position: String(index + 1) })
}

/** Required, non-empty text. */
export const text = (label: string, longest?: number) => {
  const filled = z.string().trim().min(1, `${label} is missing`)
  return longest ? filled.max(longest, `${label} is longer than ${longest} characters`) : filled
}

/** A list with at least one item: no operation gives an empty list a meaning. */
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

/** An empty segment would address the collection, `.` and `..` another folder. */
const forbiddenSteps = new Set(['', '.', '..'])

/** Template tag for paths: each value is encoded as one path segment. */
export function path(fixed: TemplateStringsArray, ...values: string[]): string {
  return fixed.reduce((before, part, index) => before + encodeStep(values[index - 1] ?? '') + part)
}

function encodeStep(value: string): string {
  if (forbiddenSteps.has(value))
    throw new Rejected(say('“{value}” can’t be asked of Amazon by name', { value }), { code: 'unsendable' })
  return encodeURIComponent(value)
}
