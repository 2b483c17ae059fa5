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
  /** For seven columns and more: closer together, and cards already in a place where fewer columns would still fit. */
  isWide?: boolean
}

/**
 * The first column names the row. Where the place is too narrow for columns, each row is a card and each cell carries its
 * heading. The place counts and not the window, because the side menu takes its share of that.
 */
export function Table<Row>({ caption, columns, rows, rowKey, isWide = false }: TableProps<Row>) {
  return (
    <div className={isWide ? '@container/wide-table' : '@container/table'}>
      <table className="w-full text-sm as-cards:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b text-left text-muted as-cards:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={headingLook({ align: column.align, isWide })}>
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="as-cards:block">
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowLook}>
              {columns.map((column, position) => (
                <TableCell key={column.header} column={column} isRowHeading={position === 0} isWide={isWide}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowLook = cx(
  'border-b last:border-0 hover:bg-hover/60',
  'as-cards:grid as-cards:gap-x-10 as-cards:px-4 as-cards:py-3 @xl:as-cards:grid-cols-2 @xl:as-cards:px-5',
)

type TableCellProps<Row> = { column: TableColumn<Row>; isRowHeading: boolean; isWide: boolean; children: ReactNode }

function TableCell<Row>({ column, isRowHeading, isWide, children }: TableCellProps<Row>) {
  const look = cx(
    isWide ? 'px-2.5' : 'px-4',
    'h-11 py-1.5 align-middle font-normal wrap-anywhere first:pl-5 last:pr-5',
    'as-cards:flex as-cards:h-auto as-cards:min-h-8 as-cards:px-0 as-cards:py-1 as-cards:first:pl-0 as-cards:last:pr-0',
    column.align === 'end' ? 'text-right' : 'text-left',
    isRowHeading
      ? 'min-w-36 font-medium as-cards:col-span-full as-cards:text-base'
      : 'as-cards:items-center as-cards:justify-between as-cards:gap-4 as-cards:text-right',
    !isRowHeading && (isWide ? 'min-w-16' : 'min-w-24'),
    !isRowHeading &&
      !column.isHeaderHidden &&
      'as-cards:before:shrink-0 as-cards:before:text-muted as-cards:before:content-[attr(data-heading)]',
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

type HeadingLook = { align: TableColumn<unknown>['align']; isWide: boolean }

function headingLook({ align, isWide }: HeadingLook) {
  return cx(
    isWide ? 'px-2.5' : 'px-4',
    'py-2 text-xs font-medium first:pl-5 last:pr-5',
    align === 'end' && 'text-right',
  )
}
