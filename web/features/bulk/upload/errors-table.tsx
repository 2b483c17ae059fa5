import { type BulkError, mostShown } from '#contract/bulk.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { DownloadErrors } from './download-errors.tsx'
import { SectionHeading } from './part-heading.tsx'
import { useShowMore } from './use-shown.ts'

const errorColumns: readonly TableColumn<BulkError>[] = [
  { header: 'Row', cell: ({ row }) => `Row ${formatNumber(row)}` },
  { header: 'Column', cell: ({ column }) => column },
  { header: 'Reason', cell: ({ reason }) => reason },
]

type ErrorsTableProps = { changeSetId: string; errors: readonly BulkError[]; title: string; description: string }

export function ErrorsTable({ changeSetId, errors, title, description }: ErrorsTableProps) {
  const { shown, showMore } = useShowMore(errors)
  return (
    <section aria-label={title} className="border-t">
      <SectionHeading
        title={title}
        description={errors.length < mostShown ? description : `${description} The first ${mostShown} errors:`}
        action={<DownloadErrors changeSetId={changeSetId} />}
      />
      <Table caption={title} columns={errorColumns} rows={shown} rowKey={({ row, column }) => `${row} ${column}`} />
      <LoadMore shown={shown.length} total={errors.length} onLoadMore={showMore} />
    </section>
  )
}
