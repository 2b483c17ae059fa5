import { useState } from 'react'
import type { ProductDetail } from '#contract/products.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useProduct, useUpdateProduct } from './api.ts'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { valuesOf } from './product-fields.ts'
import { ProductForm } from './product-form.tsx'

type EditProductProps = { productId: string; onClose: () => void }

export function EditProduct({ productId, onClose }: EditProductProps) {
  const { data, error, isFetching, refetch } = useProduct(productId)
  const [loads, setLoads] = useState(0)

  async function reload() {
    await refetch()
    setLoads(loads + 1)
  }

  return (
    <FormDialog title="Edit Product" onClose={onClose}>
      {(dialog) => (
        <>
          {data && (
            <EditForm key={loads} product={data} dialog={dialog} onReload={() => void reload()} onSaved={onClose} />
          )}
          {!data && !error && <Spinner />}
          {!data && error && (
            <FailedToLoad what="The product" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
      defaultValues={valuesOf(opened)}
      action="Save Changes"
      dialog={dialog}
      hasSwitch={false}
      save={(fields) => updateProduct.mutateAsync({ productId: opened.id, version: opened.version, ...fields })}
      onSaved={onSaved}
      onReload={onReload}
    />
  )
}
