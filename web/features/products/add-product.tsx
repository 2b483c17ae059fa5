import Plus from 'lucide-react/icons/plus'
import { productsApi } from '#contract/products.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { useCreateProduct } from './api.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { emptyProduct } from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

export function AddProduct() {
  const { isOpen, open, close } = useUrlDialog('product', productsApi.create.access)
  const createProduct = useCreateProduct()

  return (
    <>
      <PermittedButton access={productsApi.create.access} deed="add products" variant="primary" onClick={open}>
        <Plus aria-hidden />
        Add Product
      </PermittedButton>
      {isOpen && (
        <FormDialog title="Add Product" description="Its SKUs, with prices and sizes, come next." onClose={close}>
          {(dialog) => (
            <ProductForm
              defaultValues={emptyProduct}
              action="Create Product"
              dialog={dialog}
              hasSwitch
              save={({ images, ...product }) =>
                createProduct.mutateAsync({ ...product, ...(images.length > 0 && { images }) })
              }
              onSaved={close}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}
