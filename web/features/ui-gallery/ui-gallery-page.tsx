import { useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { PageHeader, SkipLink } from '#web/ui/page-header.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { ButtonsSection, FeedbackSection, FormsSection, GallerySection, OverlaysSection } from './control-samples.tsx'

/** Every component of web/ui in its states, for developers. */
export function UiGalleryPage() {
  return (
    <TooltipProvider>
      <SkipLink targetId="gallery" />
      <header className="mx-auto flex max-w-5xl items-center justify-between p-4">
        <Logo />
        <ThemeSwitch />
      </header>
      <main id="gallery" tabIndex={-1} className="mx-auto grid max-w-5xl gap-6 p-4 pb-24 outline-none">
        <PageHeader eyebrow="Development" title="All pieces" subtitle="What the screens are made of." />
        <TokensSection />
        <ButtonsSection />
        <FormsSection />
        <OverlaysSection />
        <DataSection />
        <TabsSection />
        <FeedbackSection />
      </main>
      <Toaster />
    </TooltipProvider>
  )
}

const swatches = [
  'bg-surface',
  'bg-raised',
  'bg-sunken',
  'bg-hover',
  'bg-line',
  'bg-line-strong',
  'bg-ink',
  'bg-muted',
  'bg-accent',
  'bg-accent-soft',
  'bg-success',
  'bg-success-soft',
  'bg-warning',
  'bg-warning-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-info',
  'bg-info-soft',
] as const

const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'] as const

function TokensSection() {
  return (
    <GallerySection title="Tokens">
      <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {swatches.map((swatch) => (
          <li key={swatch} className="text-xs text-muted">
            <div className={`mb-1 h-10 rounded-md border ${swatch}`} />
            {swatch.slice(3)}
          </li>
        ))}
      </ul>
      <div className="grid w-full gap-2">
        {sizes.map((size) => (
          <p key={size} className={size}>
            In step, 0123456789 <span className="text-sm text-muted">{size.slice(5)}</span>
          </p>
        ))}
      </div>
    </GallerySection>
  )
}

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

function DataSection() {
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

const places = ['Seattle', 'Portland', 'Boise'] as const

function TabsSection() {
  const [place, setPlace] = useState<(typeof places)[number]>('Seattle')
  return (
    <Card aria-label="Tabs">
      <Tabs
        label="Places"
        value={place}
        onValueChange={setPlace}
        tabs={places.map((name) => ({
          value: name,
          label: name,
          content: <p className="p-4 text-muted md:p-5">What waits in {name}.</p>,
        }))}
      />
    </Card>
  )
}
