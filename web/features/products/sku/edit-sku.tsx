import { useState } from 'react'
import type { SkuRow } from '#contract/products.ts'
import { useProduct, useUpdateSku } from '../api.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { toSkuValues } from './sku-fields.ts'
import { SkuForm } from './sku-form.tsx'

type EditSkuDialogProps = { productId: string; sku: SkuRow; onClose: () => void }

export function EditSkuDialog({ productId, sku, onClose }: EditSkuDialogProps) {
  // What somebody else saves meanwhile must not slip in under the reader's eyes: the form goes by what it opened with.
  const [opened, setOpened] = useState(sku)
  const { refetch } = useProduct(productId)
  const updateSku = useUpdateSku()

  async function reload() {
    const { data } = await refetch()
    const fresh = data?.skus.find(({ id }) => id === sku.id)
    if (fresh) setOpened(fresh)
  }

  return (
    <FormDialog title={`Edit ${opened.sku}`} onClose={onClose}>
      {(dialog) => (
        <SkuForm
          key={opened.version}
          defaultValues={toSkuValues(opened)}
          action="Save Changes"
          dialog={dialog}
          isCodeLocked={opened.lastAmazonSync !== null}
          save={(fields) => updateSku.mutateAsync({ productId, skuId: opened.id, version: opened.version, ...fields })}
          onSaved={onClose}
          onReload={() => void reload()}
        />
      )}
    </FormDialog>
  )
}
