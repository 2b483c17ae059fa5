import { useState } from 'react'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Refusal } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { activationWords, deactivationWords } from './activity-words.ts'
import { useProduct, useUpdateProduct } from './api.ts'

/** Activates or deactivates a product, after a question that says what becomes of its SKUs. */
export function ChangeActivity({ product }: { product: ProductDetail }) {
  const { id, title, version, isActive, skus } = product
  const [isAsking, setIsAsking] = useState(false)
  const { refetch } = useProduct(id)
  const updateProduct = useUpdateProduct()
  const verb = isActive ? 'Deactivate' : 'Activate'
  const words = isActive ? deactivationWords(skus) : activationWords(skus)

  function changeAsking(next: boolean) {
    updateProduct.reset()
    setIsAsking(next)
  }

  return (
    <>
      <PermittedButton
        access={productsApi.update.access}
        deed="change products"
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {verb}
      </PermittedButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={changeAsking}
        title={`${verb} ${title}?`}
        confirmLabel={verb}
        isDangerous={isActive}
        isPending={updateProduct.isPending}
        onConfirm={() =>
          updateProduct.mutate(
            { productId: id, version, isActive: !isActive },
            { onSuccess: () => changeAsking(false) },
          )
        }
      >
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Refusal
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
