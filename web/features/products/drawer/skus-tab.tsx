import Barcode from 'lucide-react/icons/barcode'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney, type Money } from '#contract/money.ts'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ActiveBadge, StockStatusBadge } from '#web/shared/badges.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useProduct, useUpdateSku } from '../api.ts'
import { AmazonListings } from '../sku/amazon-listings.tsx'
import { unitLabels } from '../sku/sku-fields.ts'
import { AddSku, EditSkuDialog } from '../sku/sku-form.tsx'
import { FactList, type LabelledFact, StockFigures } from './facts.tsx'

export function SkusTab({ product }: { product: ProductDetail }) {
  if (product.skus.length === 0) {
    return (
      <EmptyState icon={<Barcode />} action={<AddSku product={product} />}>
        {t('No SKUs yet. Add one for each size or color you sell.')}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4 p-4">
      <div>
        <AddSku product={product} />
      </div>
      <ul aria-label={t('SKUs')} className="grid gap-3">
        {product.skus.map((sku) => (
          <li key={sku.id}>
            <SkuCard product={product} sku={sku} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type SkuCardProps = { product: ProductDetail; sku: SkuRow }

function SkuCard({ product, sku }: SkuCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <article aria-label={sku.sku} className="grid gap-3 rounded-lg border p-3">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h3 className="flex items-center gap-1 font-mono text-sm font-semibold">
            <span className="wrap-anywhere">{sku.sku}</span>
            <CopyButton text={sku.sku} label={t('Copy {sku}', { sku: sku.sku })} />
          </h3>
          {sku.title && <p className="text-sm text-muted wrap-anywhere">{sku.title}</p>}
        </div>
        <p className="pt-1.5 text-lg font-semibold">{sku.price ? formatMoney(sku.price) : t('No price')}</p>
      </header>
      <p className="flex flex-wrap gap-2">
        {sku.isActive ? <StockStatusBadge status={sku.status} /> : <ActiveBadge isActive={false} />}
      </p>
      <StockFigures {...sku} size="small" />
      <details className="group">
        <summary className="flex min-h-10 items-center gap-1.5 text-sm text-muted md:min-h-8">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          {t('All fields')}
        </summary>
        <SkuFacts sku={sku} />
      </details>
      <AmazonListings sku={sku} isOpenAtFirst={product.skus.length === 1} />
      <footer className="flex flex-wrap gap-2">
        <PermittedButton
          access={productsApi.updateSku.access}
          task={t('change SKUs')}
          size="small"
          aria-label={t('Edit {sku}', { sku: sku.sku })}
          onClick={() => setIsEditing(true)}
        >
          {t('Edit')}
        </PermittedButton>
        <SkuActivation product={product} sku={sku} />
      </footer>
      {isEditing && <EditSkuDialog productId={product.id} sku={sku} onClose={() => setIsEditing(false)} />}
    </article>
  )
}

function SkuFacts({ sku }: { sku: SkuRow }) {
  return <FactList facts={skuFacts(sku)} />
}

function skuFacts(sku: SkuRow): LabelledFact[] {
  const { dimensions } = sku
  return [
    { label: t('Compare-at price'), value: moneyText(sku.compareAtPrice) },
    { label: t('Cost'), value: moneyText(sku.cost) },
    { label: t('Weight'), value: sku.weight && `${sku.weight} ${unitLabels[sku.weightUnit]}` },
    {
      label: t('Dimensions'),
      value:
        dimensions &&
        `${dimensions.length} × ${dimensions.width} × ${dimensions.height} ${unitLabels[dimensions.unit]}`,
    },
    { label: t('Pack quantity'), value: formatNumber(sku.packageQuantity) },
    { label: t('Safety buffer'), value: formatNumber(sku.safetyBuffer) },
    { label: t('ASIN'), value: sku.asin },
    { label: t('FNSKU'), value: sku.fnsku },
    { label: t('Stocked by'), value: sku.stockHolder === 'amazon' ? 'Amazon' : t('You') },
    { label: t('Shipping template'), value: sku.shippingTemplate },
    { label: t('Prep instructions'), value: sku.prepInstructions },
    { label: t('Hazmat'), value: sku.isHazmat ? t('Yes') : t('No') },
    {
      label: t('Amazon sync'),
      value: sku.lastAmazonSync ? <RelativeTime moment={sku.lastAmazonSync} /> : t('Never synced'),
    },
  ]
}

const moneyText = (amount: Money | null) => amount && formatMoney(amount)

function SkuActivation({ product, sku }: SkuCardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const updateSku = useUpdateSku()
  const buttonProps = {
    size: 'small',
    'aria-label': sku.isActive ? t('Deactivate {sku}', { sku: sku.sku }) : t('Activate {sku}', { sku: sku.sku }),
    children: sku.isActive ? t('Deactivate') : t('Activate'),
  } as const

  if (!sku.isActive && !product.isActive)
    return <BlockedButton {...buttonProps} reason={t('Activate the product first.')} />
  return (
    <>
      <PermittedButton
        {...buttonProps}
        access={productsApi.updateSku.access}
        task={t('change SKUs')}
        isPending={updateSku.isPending}
        onClick={() =>
          sku.isActive
            ? setIsConfirming(true)
            : updateSku.mutate({ productId: product.id, skuId: sku.id, version: sku.version, isActive: true })
        }
      />
      <DeactivateSkuDialog productId={product.id} sku={sku} open={isConfirming} onOpenChange={setIsConfirming} />
    </>
  )
}

type DeactivateSkuDialogProps = { productId: string; sku: SkuRow; open: boolean; onOpenChange: (open: boolean) => void }

function DeactivateSkuDialog({ productId, sku, open, onOpenChange }: DeactivateSkuDialogProps) {
  const { refetch } = useProduct(productId)
  const updateSku = useUpdateSku()

  function changeOpen(next: boolean) {
    updateSku.reset()
    onOpenChange(next)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      title={t('Deactivate {sku}?', { sku: sku.sku })}
      confirmLabel={t('Deactivate')}
      isDangerous
      isPending={updateSku.isPending}
      onConfirm={() =>
        updateSku.mutate(
          { productId, skuId: sku.id, version: sku.version, isActive: false },
          { onSuccess: () => changeOpen(false) },
        )
      }
    >
      <p>
        {t(
          'It will disappear from Inventory, Sheet View and stock alerts, along with its {qtyAvailable, plural, one {# available unit} other {# available units}}.',
          { qtyAvailable: sku.qtyAvailable },
        )}
      </p>
      <p>{t('Nothing is deleted. Activate it again to bring it back with its stock and history.')}</p>
      <ServerErrorAlert
        error={updateSku.error}
        onReload={() => {
          updateSku.reset()
          void refetch()
        }}
      />
    </ConfirmDialog>
  )
}
