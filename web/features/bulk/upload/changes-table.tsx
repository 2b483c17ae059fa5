import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { PreviewRow, UploadPreview } from '#contract/bulk.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { FieldChanges } from './field-changes.tsx'
import { SectionHeading } from './part-heading.tsx'
import { useShowMore } from './use-shown.ts'

const changeColumns: readonly TableColumn<PreviewRow>[] = [
  {
    header: 'SKU',
    cell: ({ sku, isNew }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {sku}
        {isNew && <Badge tone="info">New</Badge>}
      </span>
    ),
  },
  { header: 'Row', align: 'end', cell: ({ row }) => formatNumber(row) },
  { header: 'Changes', cell: ({ cells, isNew }) => <FieldChanges cells={cells} isNew={isNew} /> },
  { header: 'To look at', cell: ({ warnings }) => (warnings.length > 0 ? <Warnings warnings={warnings} /> : '—') },
]

export function ChangesTable({ preview }: { preview: UploadPreview }) {
  const { shown, showMore } = useShowMore(preview.changes)
  return (
    <section aria-label="What would change" className="border-t">
      <SectionHeading title="What would change" description={describeChanges(preview)} />
      <Table caption="What would change" columns={changeColumns} rows={shown} rowKey={({ row }) => row} />
      <LoadMore shown={shown.length} total={preview.changes.length} onLoadMore={showMore} />
    </section>
  )
}

function describeChanges({ created, updated, warned, changes }: UploadPreview): string {
  const order = warned > 0 ? 'Rows to look at come first.' : 'In the order of the file.'
  return changes.length < created + updated
    ? `${order} The first ${changes.length} of ${formatCount(created + updated, 'row')} are shown.`
    : order
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-left">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-1.5 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  )
}
