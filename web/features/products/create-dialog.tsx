import { FormDialog } from '#web/shared/form-dialog.tsx'
import { useCreateProduct } from './api.ts'
import { emptyProduct } from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

export function CreateProductDialog({ onClose }: { onClose: () => void }) {
  const createProduct = useCreateProduct()
  return (
    <FormDialog title="Add Product" description="Its SKUs, with prices and sizes, come next." onClose={onClose}>
      {(dialog) => (
        <ProductForm
          defaultValues={emptyProduct}
          action="Create Product"
          dialog={dialog}
          hasSwitch
          save={({ images, ...product }) =>
            createProduct.mutateAsync({ ...product, ...(images.length > 0 && { images }) })
          }
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}
