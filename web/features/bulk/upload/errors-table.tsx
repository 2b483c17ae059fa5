import { type BulkError, mostShown } from '#contract/bulk.ts'
import { figure } from '#web/lib/figures.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { DownloadErrors } from './download-errors.tsx'
import { PartHeading } from './part-heading.tsx'
import { useShown } from './use-shown.ts'

const columns: readonly TableColumn<BulkError>[] = [
  { header: 'Row', cell: ({ row }) => `Row ${figure(row)}` },
  { header: 'Column', cell: ({ column }) => column },
  { header: 'Reason', cell: ({ reason }) => reason },
]

type ErrorsTableProps = { changeSetId: string; errors: readonly BulkError[]; title: string; description: string }

export function ErrorsTable({ changeSetId, errors, title, description }: ErrorsTableProps) {
  const { shown, showMore } = useShown(errors)
  return (
    <section aria-label={title} className="border-t">
      <PartHeading
        title={title}
        description={errors.length < mostShown ? description : `${description} The first ${mostShown} errors:`}
        action={<DownloadErrors changeSetId={changeSetId} />}
      />
      <Table caption={title} columns={columns} rows={shown} rowKey={({ row, column }) => `${row} ${column}`} />
      <LoadMore shown={shown.length} total={errors.length} onLoadMore={showMore} />
    </section>
  )
}
