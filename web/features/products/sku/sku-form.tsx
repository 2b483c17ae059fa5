import { zodResolver } from '@hookform/resolvers/zod'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { t } from '#contract/i18n.ts'
import { withDecimalMark } from '#contract/parse-number.ts'
import { type ProductDetail, productsApi, type SkuRow } from '#contract/products.ts'
import { dimensionUnits, weightUnits } from '#contract/units.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { useCreateSku, useProduct, useUpdateSku } from '../api.ts'
import { emptySku, SkuFields, type SkuOutput, type SkuValues, toSkuValues, unitLabels } from './sku-fields.ts'

export function AddSku({ product }: { product: ProductDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const createSku = useCreateSku()
  const close = () => setIsOpen(false)
  const description = product.isActive
    ? t('For {title}.', { title: product.title })
    : t('For {title}. The product is inactive, so the SKU will be inactive too.', { title: product.title })

  return (
    <>
      <PermittedButton
        access={productsApi.createSku.access}
        task={t('add SKUs')}
        variant="primary"
        size="small"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        {t('Add SKU')}
      </PermittedButton>
      {isOpen && (
        <FormDialog title={t('Add SKU')} description={description} draft={`sku of ${product.id}`} onClose={close}>
          {(dialog) => (
            <SkuForm
              defaultValues={{ ...emptySku, isActive: product.isActive }}
              action={t('Create SKU')}
              dialog={dialog}
              hasSwitch={product.isActive}
              save={(sku) => createSku.mutateAsync({ productId: product.id, ...sku })}
              onSaved={close}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}

type EditSkuDialogProps = { productId: string; sku: SkuRow; onClose: () => void }

export function EditSkuDialog({ productId, sku, onClose }: EditSkuDialogProps) {
  // Optimistic locking: the form keeps the version it was opened with, so that a colleague's change is not overwritten.
  const [original, setOriginal] = useState(sku)
  const { refetch } = useProduct(productId)
  const updateSku = useUpdateSku()

  async function reload() {
    const { data } = await refetch()
    const fresh = data?.skus.find(({ id }) => id === sku.id)
    if (fresh) setOriginal(fresh)
  }

  return (
    <FormDialog title={t('Edit {sku}', { sku: original.sku })} draft={`sku ${sku.id}`} onClose={onClose}>
      {(dialog) => (
        <SkuForm
          key={original.version}
          defaultValues={toSkuValues(original)}
          action={t('Save Changes')}
          dialog={dialog}
          isCodeLocked={original.lastAmazonSync !== null}
          save={(fields) =>
            updateSku.mutateAsync({ productId, skuId: original.id, version: original.version, ...fields })
          }
          onSaved={onClose}
          onReload={() => void reload()}
        />
      )}
    </FormDialog>
  )
}

type SkuFormProps = {
  defaultValues: SkuValues
  action: string
  dialog: FormDialogControl
  save: (sku: SkuOutput) => Promise<unknown>
  onSaved: () => void
  onReload?: () => void
  /** Amazon identifies the SKU by its code, so it cannot be renamed. */
  isCodeLocked?: boolean
  /** Shows the switch Active; an existing SKU has a button for that instead. */
  hasSwitch?: boolean
}

function SkuForm(props: SkuFormProps) {
  const { defaultValues, action, dialog, save, onSaved, onReload, isCodeLocked = false, hasSwitch = false } = props
  const form = useForm<SkuValues, unknown, SkuOutput>({ resolver: zodResolver(SkuFields), defaultValues })
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6">
      <DraftNotice draft={draft} />
      <BasicFields form={form} isCodeLocked={isCodeLocked} hasSwitch={hasSwitch} />
      <PriceFields form={form} />
      <PackageFields form={form} />
      <AmazonFields form={form} />
      <FormFooter
        action={action}
        serverError={serverError}
        isPending={form.formState.isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}

type SkuFormReturn = UseFormReturn<SkuValues, unknown, SkuOutput>

type FieldGroupProps = { form: SkuFormReturn }

function BasicFields({
  form,
  isCodeLocked,
  hasSwitch,
}: FieldGroupProps & { isCodeLocked: boolean; hasSwitch: boolean }) {
  return (
    <FieldGroup title={t('Basics')}>
      <SkuTextField
        form={form}
        name="sku"
        label={t('SKU')}
        isOptional={false}
        readOnly={isCodeLocked}
        hint={isCodeLocked ? t('Amazon identifies it by this code, so it can’t be changed.') : undefined}
      />
      <SkuTextField form={form} name="title" label={t('Title')} hint={t('Leave empty to use the product’s title.')} />
      <SkuTextField
        form={form}
        name="safetyBuffer"
        label={t('Safety buffer')}
        isOptional={false}
        inputMode="numeric"
        hint={t('Units never offered for sale.')}
      />
      {hasSwitch && <SwitchField control={form.control} name="isActive" label={t('Active')} />}
    </FieldGroup>
  )
}

function PriceFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title={t('Prices')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SkuTextField
          form={form}
          name="price"
          label={t('Price')}
          inputMode="decimal"
          placeholder={withDecimalMark('0.00')}
        />
        <SkuTextField
          form={form}
          name="compareAtPrice"
          label={t('Compare-at price')}
          inputMode="decimal"
          placeholder={withDecimalMark('0.00')}
        />
        <SkuTextField
          form={form}
          name="cost"
          label={t('Cost')}
          inputMode="decimal"
          placeholder={withDecimalMark('0.00')}
        />
      </div>
    </FieldGroup>
  )
}

function PackageFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title={t('Package')}>
      <div className="grid grid-cols-2 gap-4">
        <SkuTextField form={form} name="weight" label={t('Weight')} inputMode="decimal" />
        <UnitField form={form} name="weightUnit" label={t('Weight unit')} />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <SkuTextField form={form} name="length" label={t('Length')} inputMode="decimal" />
        <SkuTextField form={form} name="width" label={t('Width')} inputMode="decimal" />
        <SkuTextField form={form} name="height" label={t('Height')} inputMode="decimal" />
        <UnitField form={form} name="dimensionUnit" label={t('Size unit')} />
      </div>
      <SkuTextField
        form={form}
        name="packageQuantity"
        label={t('Pack quantity')}
        isOptional={false}
        inputMode="numeric"
        hint={t('Number of pieces in one unit.')}
      />
    </FieldGroup>
  )
}

function AmazonFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title={t('Amazon & prep')}>
      <SkuTextField form={form} name="asin" label={t('ASIN')} placeholder="B0C1234567" />
      <SkuTextField form={form} name="shippingTemplate" label={t('Shipping template')} />
      <Field label={t('Prep instructions')} isOptional error={form.formState.errors.prepInstructions?.message}>
        {(control) => <Textarea {...control} {...form.register('prepInstructions')} />}
      </Field>
      <Checkbox
        {...form.register('isHazmat')}
        label={t('Hazmat')}
        hint={t('Dangerous goods, such as batteries or aerosols.')}
      />
    </FieldGroup>
  )
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 w-full border-b pb-1.5 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

type SkuTextFieldProps = Pick<ComponentProps<typeof Input>, 'inputMode' | 'readOnly' | 'placeholder'> & {
  form: SkuFormReturn
  name: Exclude<keyof SkuValues, 'isActive' | 'isHazmat' | 'weightUnit' | 'dimensionUnit'>
  label: string
  hint?: string | undefined
  isOptional?: boolean
}

function SkuTextField({ form, name, label, hint, isOptional = true, ...input }: SkuTextFieldProps) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={form.formState.errors[name]?.message}>
      {(control) => <Input {...control} {...input} {...form.register(name)} autoComplete="off" />}
    </Field>
  )
}

const unitsOf = { weightUnit: weightUnits, dimensionUnit: dimensionUnits } as const

type UnitFieldProps = { form: SkuFormReturn; name: keyof typeof unitsOf; label: string }

function UnitField({ form, name, label }: UnitFieldProps) {
  const options = unitsOf[name].map((unit) => ({ value: unit, label: unitLabels[unit] }))
  return <SelectField control={form.control} name={name} label={label} options={options} />
}
