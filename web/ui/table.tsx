import { cx } from 'class-variance-authority'
import type { Key, ReactNode } from 'react'

export type TableColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the end, so that they line up. */
  align?: 'start' | 'end'
  /** For columns of buttons: the heading is there, but not seen. */
  isHeaderHidden?: boolean
}

type TableProps<Row> = {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
}

/** The first column names the row. On phones each row is a card and each cell carries its heading. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="w-full text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b text-left text-muted max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column.header} scope="col" className={headingLook(column.align)}>
              {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="border-b last:border-0 hover:bg-hover/60 max-md:block max-md:px-4 max-md:py-3"
          >
            {columns.map((column, position) => (
              <TableCell key={column.header} column={column} isRowHeading={position === 0}>
                {column.cell(row)}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type TableCellProps<Row> = { column: TableColumn<Row>; isRowHeading: boolean; children: ReactNode }

function TableCell<Row>({ column, isRowHeading, children }: TableCellProps<Row>) {
  const look = cx(
    'px-4 py-2.5 align-middle font-normal first:pl-5 last:pr-5 max-md:flex max-md:min-h-8 max-md:px-0 max-md:py-1 max-md:first:pl-0 max-md:last:pr-0',
    column.align === 'end' ? 'text-right' : 'text-left',
    isRowHeading ? 'font-medium max-md:text-base' : 'max-md:items-center max-md:justify-between max-md:gap-4',
    !isRowHeading && !column.isHeaderHidden && 'max-md:before:text-muted max-md:before:content-[attr(data-heading)]',
  )
  return isRowHeading ? (
    <th scope="row" className={look}>
      {children}
    </th>
  ) : (
    <td data-heading={column.header} className={look}>
      {children}
    </td>
  )
}

function headingLook(align: TableColumn<unknown>['align']) {
  return cx('px-4 py-2 text-xs font-medium first:pl-5 last:pr-5', align === 'end' && 'text-right')
}
