import { zodResolver } from '@hookform/resolvers/zod'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { t } from '#contract/i18n.ts'
import { ImageUrl, type ProductDetail, ProductInput } from '#contract/products.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { DraftNotice } from '#web/shared/drafts.tsx'
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
    <FormDialog
      title={t('Add Product')}
      description={t('Include its SKUs and stock. You can add sizes and other details later.')}
      draft="product"
      onClose={onClose}
    >
      {(dialog) => (
        <ProductForm
          defaultValues={emptyProduct}
          action={t('Create Product')}
          dialog={dialog}
          isNew
          save={({ images, skus, ...product }) =>
            createProduct.mutateAsync({
              ...product,
              ...(images.length > 0 && { images }),
              ...(skus.length > 0 && { skus }),
            })
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
    <FormDialog title={t('Edit Product')} draft={`product ${productId}`} onClose={onClose}>
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
            <LoadError what={t('The product')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
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
      action={t('Save Changes')}
      dialog={dialog}
      isNew={false}
      save={({ skus: _skus, ...fields }) =>
        updateProduct.mutateAsync({ productId: original.id, version: original.version, ...fields })
      }
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
  /** With SKUs and the switch Active; an existing product has tabs and a button with a confirmation instead. */
  isNew: boolean
  onReload?: () => void
}

function ProductForm(props: ProductFormProps) {
  const { defaultValues, action, dialog, save, onSaved, isNew, onReload } = props
  const form = useForm<ProductValues, unknown, ProductOutput>({ resolver: zodResolver(ProductFields), defaultValues })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Title')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Brand')} isOptional error={errors.brand?.message}>
          {(control) => <Input {...control} {...form.register('brand')} autoComplete="off" />}
        </Field>
        <Field label={t('Category')} isOptional error={errors.category?.message}>
          {(control) => <Input {...control} {...form.register('category')} autoComplete="off" />}
        </Field>
      </div>
      <Field label={t('Description')} isOptional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} />}
      </Field>
      {isNew && <SkuLines form={form} />}
      <ImageFields form={form} />
      {isNew && <SwitchField control={form.control} name="isActive" label={t('Active')} />}
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
            label={position === 0 ? t('Image URL') : t('Image URL {number}', { number: position + 1 })}
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
              aria-label={t('Remove image {number}', { number: position + 1 })}
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
            {t('Add another image')}
          </Button>
        </div>
      )}
    </div>
  )
}

const maxSkus = 50

/** One line per SKU; empty lines are left out. */
function SkuLines({ form }: { form: UseFormReturn<ProductValues, unknown, ProductOutput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'skus' })
  const errors = form.formState.errors.skus
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('SKUs')}</legend>
      {fields.map((field, place) => (
        <div key={field.id} className="grid grid-cols-[1fr_5.5rem_5.5rem_auto] items-start gap-2">
          {skuColumns.map(({ name, label, inputMode }) => (
            <Field
              key={name}
              label={place === 0 ? label : `${label} ${place + 1}`}
              isOptional
              error={errors?.[place]?.[name]?.message}
            >
              {(control) => (
                <Input
                  {...control}
                  {...form.register(`skus.${place}.${name}`)}
                  inputMode={inputMode}
                  autoComplete="off"
                />
              )}
            </Field>
          ))}
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('Remove SKU {number}', { number: place + 1 })}
            className="mt-6.5"
            onClick={() => remove(place)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      {fields.length < maxSkus && (
        <div>
          <Button size="small" variant="quiet" onClick={() => append(emptySku)}>
            <Plus aria-hidden />
            {fields.length === 0 ? t('Add a SKU') : t('Add another SKU')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const skuColumns = [
  { name: 'sku', label: t('SKU'), inputMode: 'text' },
  { name: 'price', label: t('Price'), inputMode: 'decimal' },
  { name: 'quantity', label: t('Units'), inputMode: 'numeric' },
] as const

const emptySku = { sku: '', price: '', quantity: '' }

const { title, brand, category, description } = ProductInput.shape

const imageField = z.object({
  url: z
    .string()
    .trim()
    .transform((typed) => typed || null)
    .pipe(ImageUrl.nullable()),
})

const newSku = ProductInput.shape.skus.unwrap().element

/** An empty field of a line is left out, a line of empty fields is null. */
const skuLine = z
  .object({ sku: z.string(), price: z.string(), quantity: z.string() })
  .transform(({ sku, price, quantity }): z.input<typeof newSku> | null => {
    if (`${sku}${price}${quantity}`.trim() === '') return null
    return { sku, price: price.trim() || null, ...(quantity.trim() && { quantity: Number(quantity) }) }
  })
  .pipe(newSku.nullable())

/** Schema of the form; empty image fields and SKU lines are dropped. */
const ProductFields = z.object({
  skus: z.array(skuLine).transform((lines) => lines.flatMap((line) => line ?? [])),
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
  skus: [emptySku],
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
    skus: [],
    title: fields.title,
    brand: fields.brand,
    category: fields.category,
    description: fields.description,
    images: images.length > 0 ? images.map((url) => ({ url })) : [{ url: '' }],
    isActive: fields.isActive,
  }
}
