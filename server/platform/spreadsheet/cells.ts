import type { CellValue, Column } from './table.ts'

/** A column, with what it shows of a row. */
export type Cell<Row> = Column & { of: (row: Row) => CellValue }

export const textCell = <Row>(heading: string, of: Cell<Row>['of']): Cell<Row> => ({ heading, kind: 'text', of })
export const numberCell = <Row>(heading: string, of: Cell<Row>['of']): Cell<Row> => ({ heading, kind: 'number', of })

export const cellsOf = <Row>(cells: readonly Cell<Row>[], row: Row): CellValue[] => cells.map(({ of }) => of(row))
