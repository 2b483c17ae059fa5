import { uploadColumns } from '#contract/bulk.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'

type Column = (typeof uploadColumns)[number]

const columns: readonly TableColumn<Column>[] = [
  { header: 'Column', cell: ({ name }) => name },
  {
    header: 'Required',
    cell: ({ isRequired }) => (isRequired ? 'Required' : <span className="text-muted">Optional</span>),
  },
  { header: 'Description', cell: ({ note }) => note },
]

export function ColumnsCard() {
  return (
    <Card aria-labelledby="columns-heading">
      <CardHeader
        id="columns-heading"
        title="Columns of the file"
        description="The first row holds the headings, in any order and spelled in any case."
      />
      <Table caption="Columns of the file" columns={columns} rows={uploadColumns} rowKey={({ name }) => name} />
    </Card>
  )
}
