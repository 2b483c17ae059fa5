import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useCreateSku } from '../api.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { emptySku } from './sku-fields.ts'
import { SkuForm } from './sku-form.tsx'

export function AddSku({ product }: { product: ProductDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const createSku = useCreateSku()
  const close = () => setIsOpen(false)
  const description = product.isActive
    ? `For ${product.title}.`
    : `For ${product.title}. The product is inactive, so the SKU starts inactive too.`

  return (
    <>
      <PermittedButton
        access={productsApi.createSku.access}
        task="add SKUs"
        variant="primary"
        size="small"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        Add SKU
      </PermittedButton>
      {isOpen && (
        <FormDialog title="Add SKU" description={description} onClose={close}>
          {(dialog) => (
            <SkuForm
              defaultValues={{ ...emptySku, isActive: product.isActive }}
              action="Create SKU"
              dialog={dialog}
              hasSwitch={product.isActive}
              save={(sku) => createSku.mutateAsync({ productId: product.id, ...sku })}
              onSaved={close}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}
