import Plus from 'lucide-react/icons/plus'
import { Suspense } from 'react'
import { productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { CreateProductDialog } from './later-parts.ts'

export function AddProduct() {
  const { isOpen, open, close } = useUrlDialog('product', productsApi.create.access)

  return (
    <>
      <PermittedButton
        access={productsApi.create.access}
        task="add products"
        variant="primary"
        onFocus={CreateProductDialog.preload}
        onPointerEnter={CreateProductDialog.preload}
        onClick={open}
      >
        <Plus aria-hidden />
        Add Product
      </PermittedButton>
      <Suspense>{isOpen && <CreateProductDialog onClose={close} />}</Suspense>
    </>
  )
}
