import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { Dimensions, type FieldChange } from '#contract/products.ts'
import type { AuditAction } from '#server/platform/audit-actions.ts'

/** Fields of `wanted` that differ from the current ones; null if none does. */
export function changedFields<Current extends object>(
  current: Current,
  wanted: { [Field in keyof Current]?: Current[Field] | undefined },
): Partial<Current> | null {
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current[field as keyof Current]),
  )
  return differing.length === 0 ? null : (Object.fromEntries(differing) as Partial<Current>)
}

/** Optimistic locking: throws if the record has changed since the editor loaded it. */
export function assertVersion(
  noun: 'product' | 'SKU' | 'promotion',
  current: { version: number },
  opened: { version: number },
): void {
  if (current.version !== opened.version) {
    throw new AppError(
      'conflict',
      say(
        'Someone has changed this {noun, select, product {product} SKU {SKU} other {promotion}} since you opened it. Reload it.',
        { noun },
      ),
    )
  }
}

/** The audit action of an edit: activating and deactivating have their own. */
export function changeAction(noun: 'product' | 'sku', changes: { isActive?: boolean }): AuditAction {
  if (changes.isActive === undefined) return `${noun}.update`
  return changes.isActive ? `${noun}.activate` : `${noun}.deactivate`
}

type Fields = Record<string, unknown> | null | undefined

/** Differences between two states of a record, field by field. Empty values that stay empty are left out. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((field) => ({ field, before: toCell(before?.[field]), after: toCell(after?.[field]) }))
    .filter((change) => !isSame(change.before, change.after))
}

const isSame = (before: FieldChange['before'], after: FieldChange['after']) => (before ?? '') === (after ?? '')

/** A value as text for a history; lists and objects become readable text. */
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
