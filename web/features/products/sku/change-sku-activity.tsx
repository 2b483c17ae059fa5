import { useState } from 'react'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useUpdateSku } from '../api.ts'
import { DeactivateSkuDialog } from './deactivate-sku.tsx'

type SkuActivationProps = { product: ProductDetail; sku: SkuRow }

export function SkuActivation({ product, sku }: SkuActivationProps) {
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
