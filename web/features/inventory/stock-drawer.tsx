import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { attentionApi } from '#contract/attention.ts'
import type { ChannelCode, StockDetail, StockHolder, StockMovement } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useUnmapSku } from '#web/shared/attention/api.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { StockStatusBadge } from '#web/shared/badges.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useStockDetail, useStockMovements } from './api.ts'
import { StockChartSection } from './drawer/stock-chart.tsx'
import { stockSourceLabels, WhyThisNumber } from './drawer/why-this-number.tsx'
import { MissingOnAmazonBadge } from './inventory-columns.tsx'

type StockDrawerProps = { skuId: string; onClose: () => void }

export function StockDrawer({ skuId, onClose }: StockDrawerProps) {
  const query = useStockDetail(skuId)
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={query.data?.sku ?? 'SKU'}>
      <div className="grid gap-6 px-4 pb-8">
        <QueryContent what="This SKU" query={query}>
          {(detail) => (
            <>
              <StockIdentity detail={detail} />
              <WhyThisNumber detail={detail} />
              <StockChartSection skuId={detail.id} />
              <RecentMovements skuId={detail.id} />
            </>
          )}
        </QueryContent>
      </div>
    </Drawer>
  )
}

const stockHolderTexts: Record<StockHolder, string> = {
  amazon: 'Amazon. Its next count replaces a quantity typed or uploaded here.',
  merchant: 'You. The quantity you type or upload is the count.',
}

function StockIdentity({ detail }: { detail: StockDetail }) {
  const { sku, asin, fnsku, productId, productTitle, title, stockHolder, stockedAt, lastAmazonSync } = detail
  return (
    <div className="grid gap-3">
      <StatusBadges detail={detail} />
      <dl className="divide-y border-y">
        <IdentityFact label="SKU">
          <Code label="SKU" code={sku} />
        </IdentityFact>
        <IdentityFact label="Product">
          <Link
            href={`/products?product=${productId}`}
            className="inline-flex min-h-10 items-center text-accent underline-offset-2 wrap-anywhere hover:underline md:min-h-0"
          >
            {productTitle}
          </Link>
          {title && title !== productTitle && <p className="text-sm text-muted wrap-anywhere">{title}</p>}
        </IdentityFact>
        <IdentityFact label="ASIN">{asin ? <Code label="ASIN" code={asin} /> : '—'}</IdentityFact>
        <IdentityFact label="FNSKU">{fnsku ? <Code label="FNSKU" code={fnsku} /> : '—'}</IdentityFact>
        <IdentityFact label="Held by">{stockHolderTexts[stockHolder]}</IdentityFact>
        {stockedAt && (
          <IdentityFact label="Counted at">
            {marketplaceName(stockedAt.marketplace)}, {stockedAt.accountName}
          </IdentityFact>
        )}
        {detail.codes.length > 0 && (
          <IdentityFact label="Channel codes">
            <ChannelCodes skuId={detail.id} codes={detail.codes} />
          </IdentityFact>
        )}
        <IdentityFact label="Marketplace Sync">
          {lastAmazonSync ? <RelativeTime moment={lastAmazonSync} /> : 'Never synced'}
        </IdentityFact>
      </dl>
    </div>
  )
}

type ChannelCodesProps = { skuId: string; codes: readonly ChannelCode[] }

/** What channels call the SKU; a mapping can be undone. */
function ChannelCodes({ skuId, codes }: ChannelCodesProps) {
  const unmapSku = useUnmapSku()
  return (
    <ul aria-label="Channel codes" className="grid gap-1">
      {codes.map(({ channelId, channelName, code, externalId }) => (
        <li key={`${channelId} ${externalId ?? code}`} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-mono">{code}</span> <span className="text-muted">at {channelName}</span>
          </span>
          <PermittedButton
            access={attentionApi.unmapSku.access}
            task="map SKUs"
            size="small"
            aria-label={`Unmap ${code} at ${channelName}`}
            isPending={unmapSku.isPending}
            onClick={() => unmapSku.mutate({ channelId, code, externalId, skuId })}
          >
            Unmap
          </PermittedButton>
        </li>
      ))}
    </ul>
  )
}

function StatusBadges({ detail: { status, isActive, missingOnAmazonSince } }: { detail: StockDetail }) {
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        <StockStatusBadge status={status} />
        {missingOnAmazonSince && <MissingOnAmazonBadge />}
        {!isActive && <Badge tone="neutral">Inactive</Badge>}
      </p>
      {missingOnAmazonSince && (
        <p className="text-muted">
          Amazon’s full reads no longer list this SKU, first noticed <RelativeTime moment={missingOnAmazonSince} />. Its
          count is left alone at first; a later full read that confirms it sets it to 0.
        </p>
      )}
      {!isActive && <p className="text-muted">The list and its figures leave inactive SKUs out.</p>}
    </>
  )
}

function IdentityFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center gap-4 py-1">
      <dt className="w-32 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  )
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="font-mono wrap-anywhere">{code}</span>
      <CopyButton text={code} label={`Copy ${label}`} className="-my-1" />
    </span>
  )
}

function RecentMovements({ skuId }: { skuId: string }) {
  const movements = useStockMovements(skuId)
  return (
    <DrawerSection
      title="Recent movements"
      description="Every count that changed something. Units held for orders are not taken off."
    >
      <div className="overflow-hidden rounded-lg border">
        <PagedList
          what="The movements"
          query={movements}
          empty={
            <EmptyState icon={<History />}>
              No movements yet. Each count that changes something appears here.
            </EmptyState>
          }
        >
          {(rows) => (
            <ol aria-label="Recent movements" className="divide-y">
              {rows.map((movement) => (
                <Movement key={movement.id} movement={movement} />
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </DrawerSection>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { source, capturedAt, change, qtyAvailable, qtyReserved, qtyInbound } = movement
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2">
      <div className="min-w-0">
        <p>
          {stockSourceLabels[source]}, <RelativeTime moment={capturedAt} />
        </p>
        <p className="text-sm text-muted">
          {formatNumber(qtyReserved)} reserved, {formatNumber(qtyInbound)} inbound
        </p>
      </div>
      <p className="text-right">
        <span className="text-sm whitespace-nowrap text-muted">{changeText(change)}</span>{' '}
        <span className="ml-2 inline-block min-w-10 text-lg font-semibold">{formatNumber(qtyAvailable)}</span>
      </p>
    </li>
  )
}

function changeText(change: number | null): string {
  if (change === null) return 'First count'
  if (change === 0) return '±0'
  return change > 0 ? `+${formatNumber(change)}` : `−${formatNumber(-change)}`
}
