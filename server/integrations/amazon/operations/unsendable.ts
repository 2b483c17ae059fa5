import type { z } from 'zod'
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
