import { type ReactNode, useDeferredValue } from 'react'

/** As many as a window shows of a list of cards or of a table. */
const visibleRows = 12

type FirstRowsProps<Row> = {
  rows: readonly Row[]
  /** Whether they have just come. Those that were there before are drawn at once, where somebody comes back to their place. */
  areNew: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** Draws those in sight at once, so that they can be worked with, and the others beside whatever is done meanwhile. */
export function FirstRows<Row>({ rows, areNew, children }: FirstRowsProps<Row>) {
  const areAllDue = useDeferredValue(true, !areNew)
  return children(areAllDue ? rows : rows.slice(0, visibleRows))
}
