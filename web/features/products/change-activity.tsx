import { useState } from 'react'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { activationNotice, deactivationNotice } from './activity-words.ts'
import { useProduct, useUpdateProduct } from './api.ts'

/** Activates or deactivates a product, after a question that says what becomes of its SKUs. */
export function ProductActivation({ product }: { product: ProductDetail }) {
  const { id, title, version, isActive, skus } = product
  const [isConfirming, setIsConfirming] = useState(false)
  const { refetch } = useProduct(id)
  const updateProduct = useUpdateProduct()
  const verb = isActive ? 'Deactivate' : 'Activate'
  const sentences = isActive ? deactivationNotice(skus) : activationNotice(skus)

  function changeConfirming(next: boolean) {
    updateProduct.reset()
    setIsConfirming(next)
  }

  return (
    <>
      <PermittedButton
        access={productsApi.update.access}
        task="change products"
        size="small"
        onClick={() => setIsConfirming(true)}
      >
        {verb}
      </PermittedButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={changeConfirming}
        title={`${verb} ${title}?`}
        confirmLabel={verb}
        isDangerous={isActive}
        isPending={updateProduct.isPending}
        onConfirm={() =>
          updateProduct.mutate(
            { productId: id, version, isActive: !isActive },
            { onSuccess: () => changeConfirming(false) },
          )
        }
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ServerErrorAlert
          error={updateProduct.error}
          onReload={() => {
            updateProduct.reset()
            void refetch()
          }}
        />
      </ConfirmDialog>
    </>
  )
}
