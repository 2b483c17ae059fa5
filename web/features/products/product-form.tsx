import { zodResolver } from '@hookform/resolvers/zod'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { ImageUrl, type ProductDetail, ProductInput } from '#contract/products.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SwitchField } from '#web/shared/form-fields.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useCreateProduct, useProduct, useUpdateProduct } from './api.ts'

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
  // Optimistic locking: the form keeps the version it was opened with, so that a colleague's change is not overwritten.
  const [original] = useState(product)
  const updateProduct = useUpdateProduct()
  return (
    <ProductForm
      defaultValues={toProductValues(original)}
      action="Save Changes"
      dialog={dialog}
      hasSwitch={false}
      save={(fields) => updateProduct.mutateAsync({ productId: original.id, version: original.version, ...fields })}
      onSaved={onSaved}
      onReload={onReload}
    />
  )
}

type ProductFormProps = {
  defaultValues: ProductValues
  action: string
  dialog: FormDialogControl
  save: (product: ProductOutput) => Promise<unknown>
  onSaved: () => void
  /** Shows the switch Active; an existing product has a button with a confirmation instead. */
  hasSwitch: boolean
  onReload?: () => void
}

function ProductForm(props: ProductFormProps) {
  const { defaultValues, action, dialog, save, onSaved, hasSwitch, onReload } = props
  const form = useForm<ProductValues, unknown, ProductOutput>({ resolver: zodResolver(ProductFields), defaultValues })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Brand" isOptional error={errors.brand?.message}>
          {(control) => <Input {...control} {...form.register('brand')} autoComplete="off" />}
        </Field>
        <Field label="Category" isOptional error={errors.category?.message}>
          {(control) => <Input {...control} {...form.register('category')} autoComplete="off" />}
        </Field>
      </div>
      <Field label="Description" isOptional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} />}
      </Field>
      <ImageFields form={form} />
      {hasSwitch && <SwitchField control={form.control} name="isActive" label="Active" />}
      <FormFooter
        action={action}
        serverError={serverError}
        isPending={isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}

const maxImages = 20

/** The first image is shown on the product's card. */
function ImageFields({ form }: { form: UseFormReturn<ProductValues, unknown, ProductOutput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'images' })
  const errors = form.formState.errors.images
  return (
    <div className="grid gap-3">
      {fields.map((field, position) => (
        <div key={field.id} className="flex items-start gap-2 *:first:flex-1">
          <Field
            label={position === 0 ? 'Image URL' : `Image URL ${position + 1}`}
            isOptional
            error={errors?.[position]?.url?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register(`images.${position}.url`)}
                type="url"
                placeholder="https://"
                autoComplete="off"
              />
            )}
          </Field>
          {fields.length > 1 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove image ${position + 1}`}
              className="mt-6.5"
              onClick={() => remove(position)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {fields.length < maxImages && (
        <div>
          <Button size="small" variant="quiet" onClick={() => append({ url: '' })}>
            <Plus aria-hidden />
            Another image
          </Button>
        </div>
      )}
    </div>
  )
}

const { title, brand, category, description } = ProductInput.shape

const imageField = z.object({
  url: z
    .string()
    .trim()
    .transform((typed) => typed || null)
    .pipe(ImageUrl.nullable()),
})

/** Schema of the form; empty image fields are dropped. */
const ProductFields = z.object({
  title,
  brand,
  category,
  description,
  images: z.array(imageField).transform((lines) => lines.flatMap(({ url }) => url ?? [])),
  isActive: z.boolean(),
})

type ProductValues = z.input<typeof ProductFields>

type ProductOutput = z.output<typeof ProductFields>

const emptyProduct: ProductValues = {
  title: '',
  brand: '',
  category: '',
  description: '',
  images: [{ url: '' }],
  isActive: true,
}

function toProductValues(product: ProductDetail): ProductValues {
  const { images, ...fields } = product
  return {
    title: fields.title,
    brand: fields.brand,
    category: fields.category,
    description: fields.description,
    images: images.length > 0 ? images.map((url) => ({ url })) : [{ url: '' }],
    isActive: fields.isActive,
  }
}
