import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import type { ProductDetail } from '#contract/products.ts'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useProduct } from './api.ts'
import { DetailsTab } from './drawer/details-tab.tsx'
import { HistoryTab } from './drawer/history-tab.tsx'
import { ProductListingsTab } from './drawer/listings-tab.tsx'
import { SkusTab } from './drawer/skus-tab.tsx'

const tabNames = ['details', 'skus', 'listings', 'history'] as const
type TabName = (typeof tabNames)[number]

type ProductDrawerProps = {
  productId: string
  /** Raw value of the URL parameter; an unknown tab opens Details. */
  tab: string | null
  onTabChange: (tab: TabName) => void
  onClose: () => void
}

export function ProductDrawer({ productId, tab, onTabChange, onClose }: ProductDrawerProps) {
  const { data: product, error, isFetching, refetch } = useProduct(productId)
  const openTab = tabNames.find((name) => name === tab) ?? 'details'

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="detail"
      title={product ? drawerTitle(product) : t('Product')}
    >
      {error && (
        <div className="p-4">
          <LoadError what={t('The product')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!product && !error && <Spinner />}
      {product && (
        <Tabs
          label={t('About this product')}
          value={openTab}
          onValueChange={onTabChange}
          tabs={[
            { value: 'details', label: t('Details'), content: <DetailsTab product={product} /> },
            { value: 'skus', label: labelWithCount(t('SKUs'), product.skus), content: <SkusTab product={product} /> },
            {
              value: 'listings',
              label: labelWithCount(t('Listings'), product.listings),
              content: <ProductListingsTab listings={product.listings} />,
            },
            { value: 'history', label: t('History'), content: <HistoryTab productId={product.id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

function drawerTitle({ title, isActive }: ProductDetail): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
      {title} <ActiveBadge isActive={isActive} />
    </span>
  )
}

function labelWithCount(label: string, rows: readonly unknown[]): ReactNode {
  return (
    <>
      {label} <span className="font-normal text-muted">{rows.length}</span>
    </>
  )
}
