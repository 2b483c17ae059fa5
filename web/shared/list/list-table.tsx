import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Spinner } from '#web/ui/loading.tsx'
import { lazyPart } from '../lazy-part.tsx'
import type { TableViewProps } from './table-view.tsx'

type AnyRow = { id: string }

const LazyTable = lazyPart<TableViewProps<AnyRow>>(async () => (await import('./table-view.tsx')).TableView)

/** Called while the rows are still loading. */
export const preloadTable = LazyTable.preload

/** `TableView`, loaded when a person looks at a list as a table: most see cards at first. */
export function ListTable<Row extends AnyRow>(props: TableViewProps<Row>): ReactNode {
  // `lazyPart` hides the type parameter.
  const Table = LazyTable as unknown as ComponentType<TableViewProps<Row>>
  return (
    <Suspense fallback={<Spinner />}>
      <Table {...props} />
    </Suspense>
  )
}
