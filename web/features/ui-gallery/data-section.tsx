import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'

type Parcel = { code: string; place: string; weight: string; isDelivered: boolean }

const parcels: readonly Parcel[] = [
  { code: 'PX-1042', place: 'Seattle', weight: '1.20 lb', isDelivered: true },
  { code: 'PX-1043', place: 'Portland', weight: '12.45 lb', isDelivered: false },
  { code: 'PX-1044', place: 'Boise', weight: '0.80 lb', isDelivered: false },
]

const parcelColumns: readonly TableColumn<Parcel>[] = [
  { header: 'Code', cell: (parcel) => parcel.code },
  { header: 'Place', cell: (parcel) => parcel.place },
  { header: 'Weight', align: 'end', cell: (parcel) => parcel.weight },
  {
    header: 'Status',
    cell: (parcel) =>
      parcel.isDelivered ? <Badge tone="success">Delivered</Badge> : <Badge tone="info">On its way</Badge>,
  },
  {
    header: 'Actions',
    align: 'end',
    isHeaderHidden: true,
    cell: (parcel) => (
      <Button size="small" aria-label={`Track ${parcel.code}`}>
        Track
      </Button>
    ),
  },
]

export function DataSection() {
  return (
    <>
      <FigureCards>
        <FigureCard label="Parcels" figure={1204} hint="Since Monday" />
        <FigureCard label="Pounds" figure={18_420} hint="Packaging included" />
        <FigureCard label="Returns" figure={0} hint="Since Monday" />
        <FigureCard label="Places" figure={undefined} hint="Being counted" />
      </FigureCards>
      <Card aria-label="Table">
        <CardHeader title="Table" description="Cards on phones" actions={<Button size="small">Export</Button>} />
        <Table caption="Parcels" columns={parcelColumns} rows={parcels} rowKey={(parcel) => parcel.code} />
        <LoadMore shown={parcels.length} total={1204} onLoadMore={() => undefined} />
      </Card>
    </>
  )
}
