import { useState } from 'react'
import type { ProductDetail } from '#contract/products.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useProduct, useUpdateProduct } from './api.ts'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { toProductValues } from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

type EditProductDialogProps = { productId: string; onClose: () => void }

export function EditProductDialog({ productId, onClose }: EditProductDialogProps) {
  const { data, error, isFetching, refetch } = useProduct(productId)
  const [reloadCount, setReloadCount] = useState(0)

  async function reload() {
    await refetch()
    setReloadCount(reloadCount + 1)
  }

  return (
    <FormDialog title="Edit Product" onClose={onClose}>
      {(dialog) => (
        <>
          {data && (
            <EditForm
              key={reloadCount}
              product={data}
              dialog={dialog}
              onReload={() => void reload()}
              onSaved={onClose}
            />
          )}
          {!data && !error && <Spinner />}
          {!data && error && (
            <LoadError what="The product" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
        </>
      )}
    </FormDialog>
  )
}

type EditFormProps = {
  product: ProductDetail
  dialog: FormDialogControl
  onReload: () => void
  onSaved: () => void
}

function EditForm({ product, dialog, onReload, onSaved }: EditFormProps) {
  // What somebody else saves meanwhile must not slip in under the reader's eyes: the form goes by what it opened with.
  const [opened] = useState(product)
  const updateProduct = useUpdateProduct()
  return (
    <ProductForm
      defaultValues={toProductValues(opened)}
      action="Save Changes"
      dialog={dialog}
      hasSwitch={false}
      save={(fields) => updateProduct.mutateAsync({ productId: opened.id, version: opened.version, ...fields })}
      onSaved={onSaved}
      onReload={onReload}
    />
  )
}
