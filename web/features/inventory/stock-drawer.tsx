import { rich } from '#web/shared/rich.tsx'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { attentionApi } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import {
  adjustmentReasonLabels,
  type ChannelCode,
  type StockDetail,
  type StockHolder,
  type StockMovement,
} from '#contract/inventory.ts'
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
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={query.data?.sku ?? t('SKU')}>
      <div className="grid gap-6 px-4 pb-8">
        <QueryContent what={t('This SKU')} query={query}>
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
  amazon: t('Amazon. Its next count replaces any quantity entered here.'),
  merchant: t('You. The quantity you enter or upload is the count.'),
}

function StockIdentity({ detail }: { detail: StockDetail }) {
  const { sku, asin, fnsku, productId, productTitle, title, stockHolder, stockedAt, lastAmazonSync } = detail
  return (
    <div className="grid gap-3">
      <StatusBadges detail={detail} />
      <dl className="divide-y border-y">
        <IdentityFact label={t('SKU')}>
          <Code label={t('SKU')} code={sku} />
        </IdentityFact>
        <IdentityFact label={t('Product')}>
          <Link
            href={`/products?product=${productId}`}
            className="inline-flex min-h-10 items-center text-accent underline-offset-2 wrap-anywhere hover:underline md:min-h-0"
          >
            {productTitle}
          </Link>
          {title && title !== productTitle && <p className="text-sm text-muted wrap-anywhere">{title}</p>}
        </IdentityFact>
        <IdentityFact label={t('ASIN')}>{asin ? <Code label={t('ASIN')} code={asin} /> : '—'}</IdentityFact>
        <IdentityFact label={t('FNSKU')}>{fnsku ? <Code label={t('FNSKU')} code={fnsku} /> : '—'}</IdentityFact>
        <IdentityFact label={t('Stocked by')}>{stockHolderTexts[stockHolder]}</IdentityFact>
        {stockedAt && (
          <IdentityFact label={t('Counted in')}>
            {marketplaceName(stockedAt.marketplace)}, {stockedAt.accountName}
          </IdentityFact>
        )}
        {detail.codes.length > 0 && (
          <IdentityFact label={t('Channel codes')}>
            <ChannelCodes skuId={detail.id} codes={detail.codes} />
          </IdentityFact>
        )}
        <IdentityFact label={t('Marketplace Sync')}>
          {lastAmazonSync ? <RelativeTime moment={lastAmazonSync} /> : t('Never synced')}
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
    <ul aria-label={t('Channel codes')} className="grid gap-1">
      {codes.map(({ channelId, channelName, code, externalId }) => (
        <li key={`${channelId} ${externalId ?? code}`} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-mono">{code}</span>{' '}
            <span className="text-muted">{t('at {channelName}', { channelName })}</span>
          </span>
          <PermittedButton
            access={attentionApi.unmapSku.access}
            task={t('map SKUs')}
            size="small"
            aria-label={t('Unmap {code} at {channelName}', { code, channelName })}
            isPending={unmapSku.isPending}
            onClick={() => unmapSku.mutate({ channelId, code, externalId, skuId })}
          >
            {t('Unmap')}
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
        {!isActive && <Badge tone="neutral">{t('Inactive')}</Badge>}
      </p>
      {missingOnAmazonSince && (
        <p className="text-muted">
          {rich(
            t(
              'Amazon no longer lists this SKU (first noticed {when}). The count stays for now and will become 0 if a later full sync confirms this.',
            ),
            { when: <RelativeTime moment={missingOnAmazonSince} /> },
          )}
        </p>
      )}
      {!isActive && <p className="text-muted">{t('Inactive SKUs aren’t included in the list or its totals.')}</p>}
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
      <CopyButton text={code} label={t('Copy {label}', { label })} className="-my-1" />
    </span>
  )
}

function RecentMovements({ skuId }: { skuId: string }) {
  const movements = useStockMovements(skuId)
  return (
    <DrawerSection
      title={t('Recent movements')}
      description={t('Every change to the count. Includes units reserved for orders.')}
    >
      <div className="overflow-hidden rounded-lg border">
        <PagedList
          what={t('The movements')}
          query={movements}
          empty={
            <EmptyState icon={<History />}>{t('No movements yet. Every change to the count appears here.')}</EmptyState>
          }
        >
          {(rows) => (
            <ol aria-label={t('Recent movements')} className="divide-y">
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
  const { source, capturedAt, change, qtyAvailable, qtyReserved, qtyInbound, reason, note } = movement
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2">
      <div className="min-w-0">
        <p>
          {reason ? adjustmentReasonLabels[reason] : stockSourceLabels[source]}, <RelativeTime moment={capturedAt} />
        </p>
        {note && <p className="text-sm wrap-anywhere">{note}</p>}
        <p className="text-sm text-muted">
          {t('{qtyReserved} reserved, {qtyInbound} inbound', { qtyReserved, qtyInbound })}
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
  if (change === null) return t('First count')
  if (change === 0) return '±0'
  return change > 0 ? `+${formatNumber(change)}` : `−${formatNumber(-change)}`
}
