export type CellValue = string | number | boolean | null

/** In a number column a decimal in a string (money) is written as a number. `width` is in characters. */
export type Column = { heading: string; kind: 'text' | 'number'; width?: number }

/** Rows in batches, as the database returns them, so that no export is in memory as a whole. */
export type Batches = AsyncIterable<readonly (readonly CellValue[])[]>

const decimal = /^-?\d{1,15}(?:\.\d{1,10})?$/

/** The number of a cell as text, or null when it is not a number. */
export function numberIn(value: CellValue, kind: Column['kind']): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return kind === 'number' && typeof value === 'string' && decimal.test(value) ? value : null
}

/** A column with the function that reads its value from a row. */
export type Cell<Row> = Column & { of: (row: Row) => CellValue }

export const textCell = <Row>(heading: string, of: Cell<Row>['of']): Cell<Row> => ({ heading, kind: 'text', of })

export const numberCell = <Row>(heading: string, of: Cell<Row>['of']): Cell<Row> => ({ heading, kind: 'number', of })

export const cellsOf = <Row>(cells: readonly Cell<Row>[], row: Row): CellValue[] => cells.map(({ of }) => of(row))
