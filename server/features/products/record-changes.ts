import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors.ts'
import { Dimensions, type FieldChange } from '#contract/products.ts'

/** The fields of a wish that are not so already; null when nothing would change. */
export function changedFields<Current extends object>(
  current: Current,
  wanted: { [Field in keyof Current]?: Current[Field] | undefined },
): Partial<Current> | null {
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current[field as keyof Current]),
  )
  return differing.length === 0 ? null : (Object.fromEntries(differing) as Partial<Current>)
}

/** Refuses to write over what somebody has changed after the editor had opened it. */
export function assertVersion(
  noun: 'product' | 'SKU' | 'promotion',
  current: { version: number },
  opened: { version: number },
): void {
  if (current.version !== opened.version) {
    throw new AppError('conflict', `Somebody changed this ${noun} since you opened it. Load it again.`)
  }
}

/** What the audit log calls a change: taking something out of use, or back into it, is told apart from the rest. */
export function changeAction(noun: 'product' | 'sku', changes: { isActive?: boolean }): string {
  if (changes.isActive === undefined) return `${noun}.update`
  return changes.isActive ? `${noun}.activate` : `${noun}.deactivate`
}

type Fields = Record<string, unknown> | null | undefined

/** Two states of the same thing, field by field. What was empty and stayed so is no change worth telling. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((field) => ({ field, before: toCell(before?.[field]), after: toCell(after?.[field]) }))
    .filter((change) => !isSame(change.before, change.after))
}

const isSame = (before: FieldChange['before'], after: FieldChange['after']) => (before ?? '') === (after ?? '')

/** A value as a history shows it: lists and objects become text that people can read. */
export function toCell(value: unknown): FieldChange['after'] {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  const size = Dimensions.safeParse(value)
  if (size.success) {
    const { length, width, height, unit } = size.data
    return `${length} × ${width} × ${height} ${unit}`
  }
  if (Array.isArray(value)) return value.map(toText).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${toText(part)}`)
    .join(', ')
}

const toText = (part: unknown): string => String(toCell(part) ?? '')
