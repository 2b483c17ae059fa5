import { useState } from 'react'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { useUpdateSku } from '../api.ts'
import { DeactivateSku } from './deactivate-sku.tsx'

type ChangeSkuActivityProps = { product: ProductDetail; sku: SkuRow }

export function ChangeSkuActivity({ product, sku }: ChangeSkuActivityProps) {
  const [isAsking, setIsAsking] = useState(false)
  const updateSku = useUpdateSku()
  const verb = sku.isActive ? 'Deactivate' : 'Activate'
  const face = { size: 'small', 'aria-label': `${verb} ${sku.sku}`, children: verb } as const

  if (!sku.isActive && !product.isActive) return <BlockedButton {...face} reason="Activate the product first." />
  return (
    <>
      <PermittedButton
        {...face}
        access={productsApi.updateSku.access}
        deed="change SKUs"
        isPending={updateSku.isPending}
        onClick={() =>
          sku.isActive
            ? setIsAsking(true)
            : updateSku.mutate({ productId: product.id, skuId: sku.id, version: sku.version, isActive: true })
        }
      />
      <DeactivateSku productId={product.id} sku={sku} open={isAsking} onOpenChange={setIsAsking} />
    </>
  )
}
