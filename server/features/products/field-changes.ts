import type { FieldChange } from '#contract/products.ts'
import { toCell } from './cell-text.ts'

type Fields = Record<string, unknown> | null | undefined

/** Two states of the same thing, field by field. What was empty and stayed so is no change worth telling. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((field) => ({ field, before: toCell(before?.[field]), after: toCell(after?.[field]) }))
    .filter((change) => !isSame(change.before, change.after))
}

const isSame = (before: FieldChange['before'], after: FieldChange['after']) => (before ?? '') === (after ?? '')
