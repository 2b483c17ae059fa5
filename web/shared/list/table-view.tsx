import { cva, cx } from 'class-variance-authority'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import {
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '#contract/i18n.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { ListSelection } from './selection.ts'

export type Density = 'comfortable' | 'compact'

/** A column of a list that is shown as a table. Columns are constants, because rows are rendered again when they change. */
export type ListColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** `end` for numbers, so that they align. */
  align?: 'start' | 'end'
  /** For columns of buttons: the header is visible to screen readers only, and the column can't be hidden. */
  isHeaderHidden?: boolean
  /** Hidden until the person shows it in the menu of columns. */
  isHiddenAtFirst?: boolean
  /** The list can be sorted by it: the server knows `id` and `-id`. */
  isSortable?: boolean
  /** Sorted from the largest or newest at the first click. Numbers are anyway. */
  isDescendingFirst?: boolean
  /** Definition of the column, shown as a title on its header. Never the only place of a fact. */
  meaning?: string
}

export type TableViewProps<Row extends { id: string }> = {
  ref?: Ref<HTMLTableSectionElement>
  caption: string
  /** The visible columns; the first one names the row and opens it. */
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  /** Such as "order 1042"; a constant function. */
  rowName: (row: Row) => string
  density: Density
  /** A column's id, with a minus before it for descending. */
  sort?: string | undefined
  /** Undefined: back to the order in which the list is by default. */
  onSort?: (sort: string | undefined) => void
  /** Null for roles that can't change anything. */
  selection?: ListSelection | null
  /** The row whose details are open beside the table. */
  openId?: string | null
  onOpen: (id: string) => void
}

/**
 * A list as a table over the whole width of the page (`data-full-width`, see the shell). Its heading stays visible while the page
 * scrolls. A table that is wider than the page scrolls inside its own box. A click anywhere on a row opens it, except on a control.
 */
export function TableView<Row extends { id: string }>(props: TableViewProps<Row>) {
  const { ref, caption, columns, rows, rowName, density, sort, onSort, selection = null, openId, onOpen } = props
  const { place, isTooWide } = useTooWide()
  const handlers = useRef({ selection, onOpen })
  useLayoutEffect(() => {
    handlers.current = { selection, onOpen }
  })
  return (
    <div
      ref={place}
      data-full-width
      className={cx(
        'mb-4 rounded-lg border bg-raised shadow-raised contain-inline-size',
        isTooWide && 'max-h-[calc(100dvh-6rem)] overflow-auto',
      )}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-left text-xs text-muted">
          <tr>
            {selection && <SelectAllHeading selection={selection} count={rows.length} />}
            {columns.map((column) => (
              <Heading key={column.id} column={column} density={density} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={ref} tabIndex={-1} className="outline-none">
          {rows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              name={rowName(row)}
              columns={columns}
              density={density}
              canSelect={selection !== null}
              isSelected={selection?.has(row.id) ?? false}
              isOpen={row.id === openId}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Whether the table does not fit into its place, whose width does not depend on the table (`contain`). Only then its place scrolls: the
 * heading can't stick to the page through a box that does.
 */
function useTooWide() {
  const place = useRef<HTMLDivElement>(null)
  const [isTooWide, setIsTooWide] = useState(false)
  useLayoutEffect(() => {
    const box = place.current
    const table = box?.firstElementChild
    if (!box || !(table instanceof HTMLElement)) return undefined
    const observer = new ResizeObserver(() => setIsTooWide(table.offsetWidth > box.clientWidth + 1))
    observer.observe(box)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { place, isTooWide }
}

const headingStyles =
  'sticky top-0 z-10 bg-raised shadow-[inset_0_-1px_var(--color-line)] first:rounded-tl-lg last:rounded-tr-lg'

function SelectAllHeading({
  selection: { rows, isAll, selectAll, clear },
  count,
}: {
  selection: ListSelection
  count: number
}) {
  return (
    <th scope="col" className={cx(headingStyles, 'w-10 pl-3')}>
      <label className="flex size-8 items-center justify-center">
        <input
          ref={(box) => {
            if (box) box.indeterminate = rows.length > 0 && !isAll
          }}
          type="checkbox"
          aria-label={t('Select all {count} shown', { count })}
          checked={isAll}
          onChange={isAll ? clear : selectAll}
          className="size-4.5 accent-accent"
        />
      </label>
    </th>
  )
}

type HeadingProps<Row> = {
  column: ListColumn<Row>
  density: Density
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
}

function Heading<Row>({ column, density, sort, onSort }: HeadingProps<Row>) {
  const { id, header, align = 'start', isHeaderHidden, isSortable, meaning } = column
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      title={meaning}
      aria-sort={direction}
      className={cx(
        headingStyles,
        cellStyles({ density, align }),
        'font-medium whitespace-nowrap',
        meaning && 'cursor-help',
      )}
    >
      {isSortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(column, sort))}
          className={cx(
            '-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 font-medium hover:bg-hover hover:text-ink',
            align === 'end' && 'flex-row-reverse',
            direction && 'text-ink',
          )}
        >
          {header}
          <Icon aria-hidden className={cx('size-3.5 shrink-0', !direction && 'opacity-50')} />
        </button>
      ) : (
        <span className={isHeaderHidden ? 'sr-only' : undefined}>{header}</span>
      )}
    </th>
  )
}

type SortableColumn = Pick<ListColumn<unknown>, 'id' | 'align' | 'isDescendingFirst'>

/** One click sorts, a second one turns the order around, a third one goes back to the list's own order. */
export function nextSort({ id, align, isDescendingFirst = align === 'end' }: SortableColumn, sort: string | undefined) {
  const [first, second] = isDescendingFirst ? [`-${id}`, id] : [id, `-${id}`]
  if (sort === first) return second
  return sort === second ? undefined : first
}

type BodyRowProps<Row extends { id: string }> = {
  row: Row
  name: string
  columns: readonly ListColumn<Row>[]
  density: Density
  canSelect: boolean
  isSelected: boolean
  isOpen: boolean
  /** A ref to the latest callbacks, so that new callbacks do not re-render every row. */
  handlers: RefObject<{ selection: ListSelection | null; onOpen: (id: string) => void }>
}

function PlainBodyRow<Row extends { id: string }>(props: BodyRowProps<Row>) {
  const { row, name, columns, density, canSelect, isSelected, isOpen, handlers } = props
  const open = () => handlers.current.onOpen(row.id)
  return (
    // The keyboard opens a row by Enter (list-shortcuts.ts) or by the button in its first cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <tr
      data-row={row.id}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      onClick={(event) => isClickOnRow(event) && open()}
      className={cx(
        'scroll-mt-12 scroll-mb-24 border-b -outline-offset-2 last:border-0 hover:bg-hover/60',
        isSelected && 'bg-accent-soft/60',
        isOpen && 'bg-accent-soft',
      )}
    >
      {canSelect && (
        <td className="w-10 pl-3">
          <RowCheckbox
            name={name}
            isSelected={isSelected}
            onToggle={(isRange) => handlers.current.selection?.toggle(row.id, isRange)}
            className="size-8"
          />
        </td>
      )}
      {columns.map((column, place) =>
        place === 0 ? (
          <th key={column.id} scope="row" className={cx(cellStyles({ density }), 'text-left font-medium')}>
            <button
              type="button"
              onClick={open}
              className="rounded-sm text-left align-middle hover:text-accent hover:underline"
            >
              {column.cell(row)}
            </button>
          </th>
        ) : (
          <td key={column.id} className={cellStyles({ density, align: column.align })}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

/** Memoized: the page re-renders on every key typed into the search box. `memo` hides the type parameter. */
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow

/** Not on a control, in an overlay that the row has opened (whose events bubble to the row), nor at the end of selecting text. */
function isClickOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target.closest('a, button, input, label, select, summary')) return false
  return window.getSelection()?.isCollapsed ?? true
}

const cellStyles = cva('px-3 align-middle wrap-break-word last:pr-4', {
  variants: {
    density: { comfortable: 'h-12 py-2', compact: 'h-9 py-0.5' },
    align: { start: '', end: 'text-right whitespace-nowrap' },
  },
})
