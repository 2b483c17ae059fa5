import Barcode from 'lucide-react/icons/barcode'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { formatMoney, type Money } from '#contract/money.ts'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
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
import { AddSku, EditSkuDialog } from '../sku/sku-form.tsx'
import { FactList, type LabelledFact, StockFigures } from './facts.tsx'

export function SkusTab({ product }: { product: ProductDetail }) {
  if (product.skus.length === 0) {
    return (
      <EmptyState icon={<Barcode />} action={<AddSku product={product} />}>
        No SKUs yet. A SKU is what is priced, stocked and shipped: one for each size or colour.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4 p-4">
      <div>
        <AddSku product={product} />
      </div>
      <ul aria-label="SKUs" className="grid gap-3">
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
            <CopyButton text={sku.sku} label={`Copy ${sku.sku}`} />
          </h3>
          {sku.title && <p className="text-sm text-muted wrap-anywhere">{sku.title}</p>}
        </div>
        <p className="pt-1.5 text-lg font-semibold">{sku.price ? formatMoney(sku.price) : 'No price'}</p>
      </header>
      <p className="flex flex-wrap gap-2">
        {sku.isActive ? <StockStatusBadge status={sku.status} /> : <ActiveBadge isActive={false} />}
      </p>
      <StockFigures {...sku} size="small" />
      <details className="group">
        <summary className="flex min-h-10 items-center gap-1.5 text-sm text-muted md:min-h-8">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          All fields
        </summary>
        <SkuFacts sku={sku} />
      </details>
      <AmazonListings sku={sku} isOpenAtFirst={product.skus.length === 1} />
      <footer className="flex flex-wrap gap-2">
        <PermittedButton
          access={productsApi.updateSku.access}
          task="change SKUs"
          size="small"
          aria-label={`Edit ${sku.sku}`}
          onClick={() => setIsEditing(true)}
        >
          Edit
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
    { label: 'Compare-at price', value: moneyText(sku.compareAtPrice) },
    { label: 'Cost', value: moneyText(sku.cost) },
    { label: 'Weight', value: sku.weight && `${sku.weight} ${sku.weightUnit}` },
    {
      label: 'Dimensions',
      value: dimensions && `${dimensions.length} × ${dimensions.width} × ${dimensions.height} ${dimensions.unit}`,
    },
    { label: 'Pack quantity', value: formatNumber(sku.packageQuantity) },
    { label: 'Safety buffer', value: formatNumber(sku.safetyBuffer) },
    { label: 'ASIN', value: sku.asin },
    { label: 'FNSKU', value: sku.fnsku },
    { label: 'Stock held by', value: sku.stockHolder === 'amazon' ? 'Amazon' : 'You' },
    { label: 'Shipping template', value: sku.shippingTemplate },
    { label: 'Prep instructions', value: sku.prepInstructions },
    { label: 'Hazmat', value: sku.isHazmat ? 'Yes' : 'No' },
    {
      label: 'Amazon sync',
      value: sku.lastAmazonSync ? <RelativeTime moment={sku.lastAmazonSync} /> : 'Never synced',
    },
  ]
}

const moneyText = (amount: Money | null) => amount && formatMoney(amount)

function SkuActivation({ product, sku }: SkuCardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const updateSku = useUpdateSku()
  const verb = sku.isActive ? 'Deactivate' : 'Activate'
  const buttonProps = { size: 'small', 'aria-label': `${verb} ${sku.sku}`, children: verb } as const

  if (!sku.isActive && !product.isActive) return <BlockedButton {...buttonProps} reason="Activate the product first." />
  return (
    <>
      <PermittedButton
        {...buttonProps}
        access={productsApi.updateSku.access}
        task="change SKUs"
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
      title={`Deactivate ${sku.sku}?`}
      confirmLabel="Deactivate"
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
        It leaves Inventory, Sheet View and stock alerts with its {formatCount(sku.qtyAvailable, 'available unit')}.
      </p>
      <p>Nothing is deleted: activating it again brings it back with its stock and history.</p>
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
