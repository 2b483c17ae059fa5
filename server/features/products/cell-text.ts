import { Dimensions, type FieldChange } from '#contract/products.ts'

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
