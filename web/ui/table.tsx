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

/**
 * The first column names the row. Where the place is too narrow for columns, each row is a card and each cell carries its
 * heading. The place counts and not the window, because the side menu takes its share of that.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="@container">
      <table className="w-full text-sm @max-3xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b text-left text-muted @max-3xl:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={headingLook(column.align)}>
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-3xl:block">
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowLook}>
              {columns.map((column, position) => (
                <TableCell key={column.header} column={column} isRowHeading={position === 0}>
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
  '@max-3xl:grid @max-3xl:gap-x-10 @max-3xl:px-4 @max-3xl:py-3 @xl:@max-3xl:grid-cols-2 @xl:@max-3xl:px-5',
)

type TableCellProps<Row> = { column: TableColumn<Row>; isRowHeading: boolean; children: ReactNode }

function TableCell<Row>({ column, isRowHeading, children }: TableCellProps<Row>) {
  const look = cx(
    'h-11 px-4 py-1.5 align-middle font-normal wrap-anywhere first:pl-5 last:pr-5',
    '@max-3xl:flex @max-3xl:h-auto @max-3xl:min-h-8 @max-3xl:px-0 @max-3xl:py-1 @max-3xl:first:pl-0 @max-3xl:last:pr-0',
    column.align === 'end' ? 'text-right' : 'text-left',
    isRowHeading
      ? 'min-w-36 font-medium @max-3xl:col-span-full @max-3xl:text-base'
      : 'min-w-24 @max-3xl:items-center @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:text-right',
    !isRowHeading &&
      !column.isHeaderHidden &&
      '@max-3xl:before:shrink-0 @max-3xl:before:text-muted @max-3xl:before:content-[attr(data-heading)]',
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
