import type { z } from 'zod'
import type { SkuChange } from '#contract/products.ts'

type SkuInput = Omit<z.output<typeof SkuChange>, 'version'>

/** A wish in the form in which the database keeps it: 1.5 and 1.500 are one weight. */
export function toSkuFields<Input extends SkuInput>({ weight, ...fields }: Input) {
  return weight ? { ...fields, weight: Number(weight).toFixed(3) } : { ...fields, weight }
}
