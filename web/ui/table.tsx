import { cx } from 'class-variance-authority'
import type { Key, ReactNode } from 'react'

export type TableColumn<Row> = {
  header: string
  /** React key, for tables in which two columns have the same header. */
  key?: string
  cell: (row: Row) => ReactNode
  /** `end` for numbers, so that they align. */
  align?: 'start' | 'end'
  /** For columns of buttons: the header is visible to screen readers only. */
  isHeaderHidden?: boolean
  /** Definition of the column, shown as a title on its header. Never the only place of a fact. */
  meaning?: string | undefined
}

type TableProps<Row> = {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** For seven columns or more: narrower padding, and cards below a larger width. */
  isWide?: boolean
  /** For cells of several lines: narrow padding, and cards only at phone width. */
  isTight?: boolean
  /** Every row is a card of its own, at any width. */
  isCards?: boolean
}

/**
 * The first column is the row header. In a narrow container each row becomes a card and each cell shows its header.
 * Container queries, not media queries, because the side menu takes part of the window.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, isWide = false, isTight = false, isCards = false } = props
  const layout = layouts[isCards ? 'cards' : isTight ? 'tight' : isWide ? 'wide' : 'roomy']
  return (
    <div className={layout.place}>
      <table className="w-full text-sm as-cards:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b text-left text-muted as-cards:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key ?? column.header}
                scope="col"
                title={column.meaning}
                className={cx(headingStyles(layout, column.align), column.meaning && 'cursor-help')}
              >
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={isCards ? cardGrid : 'as-cards:block'}>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={isCards ? cardStyles : rowStyles}>
              {columns.map((column, position) => (
                <TableCell
                  key={column.key ?? column.header}
                  column={column}
                  isRowHeading={position === 0}
                  layout={layout}
                >
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

const layouts = {
  roomy: {
    place: '@container/table',
    padding: 'px-4 first:pl-5 last:pr-5',
    nameWidth: 'min-w-36',
    width: 'min-w-24',
  },
  wide: {
    place: '@container/wide-table',
    padding: 'px-2.5 first:pl-5 last:pr-5',
    nameWidth: 'min-w-36',
    width: 'min-w-16',
  },
  tight: {
    place: '@container/tight-table',
    padding: 'px-2 first:pl-4 last:pr-4',
    nameWidth: 'min-w-24',
    width: 'min-w-20',
  },
  cards: { place: '@container/card-table', padding: 'px-0', nameWidth: '', width: '' },
} as const
type TableLayout = (typeof layouts)[keyof typeof layouts]

const rowStyles = cx(
  'border-b last:border-0 hover:bg-hover/60',
  'as-cards:grid as-cards:gap-x-10 as-cards:px-4 as-cards:py-3 @xl:as-cards:grid-cols-2 @xl:as-cards:px-5',
)

const cardGrid = 'as-cards:grid as-cards:gap-4 @3xl:as-cards:grid-cols-2 @6xl:as-cards:grid-cols-3'

const cardStyles = 'as-cards:block rounded-lg border bg-raised p-4 shadow-raised'

type TableCellProps<Row> = { column: TableColumn<Row>; isRowHeading: boolean; layout: TableLayout; children: ReactNode }

function TableCell<Row>({
  column,
  isRowHeading,
  layout: { padding, nameWidth, width },
  children,
}: TableCellProps<Row>) {
  const styles = cx(
    padding,
    'h-11 py-1.5 align-middle font-normal wrap-anywhere',
    'as-cards:flex as-cards:h-auto as-cards:min-h-8 as-cards:px-0 as-cards:py-1 as-cards:first:pl-0 as-cards:last:pr-0',
    column.align === 'end' ? 'text-right' : 'text-left',
    isRowHeading ? nameWidth : width,
    isRowHeading
      ? 'font-medium as-cards:col-span-full as-cards:text-base'
      : 'as-cards:items-center as-cards:justify-between as-cards:gap-4 as-cards:text-right',
    !isRowHeading &&
      !column.isHeaderHidden &&
      'as-cards:before:shrink-0 as-cards:before:text-muted as-cards:before:content-[attr(data-heading)]',
  )
  return isRowHeading ? (
    <th scope="row" className={styles}>
      {children}
    </th>
  ) : (
    <td data-heading={column.header} className={styles}>
      {children}
    </td>
  )
}

function headingStyles({ padding }: TableLayout, align: TableColumn<unknown>['align']) {
  return cx(padding, 'py-2 text-xs font-medium', align === 'end' && 'text-right')
}
