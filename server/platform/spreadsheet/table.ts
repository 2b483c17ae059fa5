export type CellValue = string | number | boolean | null

/** In a number column a decimal that comes as text, as money does, is a number too. `width` is in characters. */
export type Column = { heading: string; kind: 'text' | 'number'; width?: number }

/** Rows come in batches, as a database hands them out, so that no export ever stands in memory as a whole. */
export type Batches = AsyncIterable<readonly (readonly CellValue[])[]>

const decimal = /^-?\d{1,15}(?:\.\d{1,10})?$/

/** The number that a cell holds, as it is to be written, or null where it is something else. */
export function numberIn(value: CellValue, kind: Column['kind']): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return kind === 'number' && typeof value === 'string' && decimal.test(value) ? value : null
}
