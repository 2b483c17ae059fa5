import { Rejected } from '#server/ports/failure.ts'

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
