import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { t } from '#contract/i18n.ts'
import { type ManualOrderInput, manualOrdersApi } from '#contract/manual-orders.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import { searchApi, shortestSearch } from '#contract/search.ts'
import { call } from '#web/lib/api.ts'
import { AddressFields } from '#web/shared/address/address-fields.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { useLoadOrder, useOrder } from '#web/shared/orders/api.ts'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useDebounced } from '#web/shared/use-debounced.ts'
import { DiscardChangesDialog, useUnsavedChanges } from '#web/shared/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { OrderLines } from './order-lines.tsx'
import {
  contactOf,
  newOrderResolver,
  type NewOrderFormState,
  type NewOrderValues,
  totalOf,
  valuesOf,
} from './new-order-values.ts'

type NewOrderDrawerProps = {
  /** The order that the new one replaces. */
  copiedId: string | null
  onClose: () => void
  onCreated: (orderId: string) => void
}

const formId = 'new-order'

/** An order entered by hand, or in place of another one. */
export function NewOrderDrawer({ copiedId, onClose, onCreated }: NewOrderDrawerProps) {
  const unsaved = useUnsavedChanges()
  const create = useCreateOrder()
  const leave = () => unsaved.leave(onClose)
  const form = { create, onDirtyChange: unsaved.onDirtyChange, onCreated }
  return (
    <Drawer
      open
      onOpenChange={leave}
      side="right"
      size="wide"
      title={copiedId ? t('Replacement Order') : t('New Order')}
      footer={
        <>
          <Button onClick={leave}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isPending={create.isPending}>
            {t('Create order')}
          </Button>
        </>
      }
    >
      {copiedId ? <CopiedForm copiedId={copiedId} {...form} /> : <NewOrderForm original={undefined} {...form} />}
      <DiscardChangesDialog unsaved={unsaved} />
    </Drawer>
  )
}

type CreateOrder = ReturnType<typeof useCreateOrder>

function useCreateOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ManualOrderInput) => call(manualOrdersApi.create, input),
    onSuccess: ({ orderNumber }) => {
      toast({
        title: t('Order Created'),
        description: t('Order {orderNumber} hasn’t been sent yet. Its units are reserved.', { orderNumber }),
      })
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
}

type FormProps = Pick<NewOrderDrawerProps, 'onCreated'> & {
  create: CreateOrder
  onDirtyChange: (isDirty: boolean) => void
}

function CopiedForm({ copiedId, ...form }: FormProps & { copiedId: string }) {
  const { data: original, error, isFetching, refetch } = useOrder(copiedId)
  if (original) return <NewOrderForm original={original} {...form} />
  if (!error) return <Spinner />
  return (
    <div className="px-4">
      <LoadError what={t('The order to copy')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

function NewOrderForm({
  original,
  create,
  onDirtyChange,
  onCreated,
}: FormProps & { original: OrderDetail | undefined }) {
  const form = useForm<NewOrderValues, unknown, ManualOrderInput>({
    resolver: newOrderResolver,
    defaultValues: valuesOf(original),
  })
  const { onSubmit, serverError } = useFormSaving(form, {
    // No draft: what is typed is a customer's personal data.
    dialog: { onDirtyChange, leave: () => undefined, draft: null },
    save: async (input) => {
      const { id } = await create.mutateAsync(input)
      onDirtyChange(false)
      onCreated(id)
    },
    onSaved: () => undefined,
  })

  function fillIn(order: OrderDetail) {
    for (const [name, value] of Object.entries(contactOf(order)))
      form.setValue(name as keyof NewOrderValues, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
  }

  return (
    <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-7 px-4 pb-8">
      {original && (
        <p className="text-muted">
          {t('Free of charge and linked to order {orderNumber}, which won’t change. Choose what to send again.', {
            orderNumber: original.orderNumber,
          })}
        </p>
      )}
      <Section title={t('Customer')}>
        {!original && <CustomerSearch onChoose={fillIn} />}
        <ContactFields form={form} />
      </Section>
      <Section title={t('Ship to')}>
        <AddressFields control={form.control} names={addressNames} />
      </Section>
      <Section title={t('Items')}>
        <OrderLines form={form} />
        <Charges form={form} />
      </Section>
      <Section title={t('Details')}>
        <DetailFields form={form} />
      </Section>
      <ServerErrorAlert error={serverError} />
    </form>
  )
}

const addressNames = {
  recipientName: 'address.recipientName',
  line1: 'address.line1',
  line2: 'address.line2',
  city: 'address.city',
  state: 'address.state',
  postalCode: 'address.postalCode',
  country: 'address.country',
} as const

type SectionProps = { form: NewOrderFormState }

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-4">
    <h3 className="text-base font-semibold">{title}</h3>
    {children}
  </section>
)

/** Finds a customer who has ordered before; their newest order has contact and address. */
function CustomerSearch({ onChoose }: { onChoose: (newestOrder: OrderDetail) => void }) {
  const [text, setText] = useState('')
  const sought = useDebounced(text.trim())
  const isSearching = sought.length >= shortestSearch && text.trim() !== ''
  const { data, error, isFetching, refetch } = useCustomers(sought, isSearching)
  const load = useLoadOrder()

  async function choose(orderId: string) {
    const order = await load.mutateAsync(orderId).catch(() => null)
    if (!order) return
    onChoose(order)
    setText('')
  }

  return (
    <div className="grid gap-2">
      <SearchBox
        label={t('Find a customer')}
        placeholder={t('Find a customer by name, email or phone')}
        text={text}
        onTextChange={setText}
      />
      {isSearching && error && (
        <LoadError what={t('Customers')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {isSearching && !data && !error && <Spinner />}
      {isSearching && data?.customers.length === 0 && (
        <p className="text-sm text-muted">{t('No customer matches “{sought}”. Add a new one below.', { sought })}</p>
      )}
      {isSearching && data && data.customers.length > 0 && (
        <ul aria-label={t('Customers')} className="divide-y rounded-lg border">
          {data.customers.map(({ id, name, newestOrderId, newestOrderAt }) => (
            <li key={id}>
              <button
                type="button"
                disabled={load.isPending}
                onClick={() => void choose(newestOrderId)}
                className="flex min-h-10 w-full flex-wrap items-center justify-between gap-x-4 px-3 py-2 text-left hover:bg-hover"
              >
                <span className="font-medium wrap-anywhere">{name || t('Unnamed customer')}</span>
                <span className="text-sm text-muted">
                  {rich(t('Last order {when}'), { when: <RelativeTime moment={newestOrderAt} /> })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useCustomers(text: string, enabled: boolean) {
  return useQuery({
    queryKey: ['orders', 'customers', text],
    queryFn: ({ signal }) => call(searchApi.find, { q: text }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

function ContactFields({ form }: SectionProps) {
  const { errors } = form.formState
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phone', label: string, type = 'text') => (
    <Field label={label} isOptional error={errors[name]?.message}>
      {(control) => <Input {...control} {...form.register(name)} type={type} autoComplete="off" />}
    </Field>
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('firstName', t('First name'))}
      {field('lastName', t('Last name'))}
      {field('email', t('Email'), 'email')}
      {field('phone', t('Phone'), 'tel')}
    </div>
  )
}

/** What the customer pays. Without a currency of its own the order is in the company's. */
function Charges({ form }: SectionProps) {
  const [isFree, currency] = form.watch(['isFree', 'currency'])
  const total = totalOf(form.watch())
  return (
    <>
      <SwitchField
        control={form.control}
        name="isFree"
        label={t('Free of charge')}
        hint={t('No charge for items or shipping, such as for a replacement or sample')}
      />
      {!isFree && (
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field label={t('Shipping charged')} isOptional error={form.formState.errors.shippingAmount?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('shippingAmount')}
                inputMode="decimal"
                placeholder="0.00"
                autoComplete="off"
              />
            )}
          </Field>
          <p className="pb-2 text-right font-semibold">
            {t('Total {total}', { total: currency ? formatMoney(total, currency) : total })}
          </p>
        </div>
      )}
    </>
  )
}

const speedOptions = shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] }))

function DetailFields({ form }: SectionProps) {
  const { errors } = form.formState
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Your order number')}
          isOptional
          hint={t('Leave empty to use only the LS- number')}
          error={errors.number?.message}
        >
          {(control) => <Input {...control} {...form.register('number')} autoComplete="off" />}
        </Field>
        <SelectField control={form.control} name="shippingSpeed" label={t('Shipping speed')} options={speedOptions} />
      </div>
      <Field label={t('Note')} isOptional hint={t('For your team only; not printed')} error={errors.notes?.message}>
        {(control) => <Textarea {...control} {...form.register('notes')} />}
      </Field>
      <SwitchField
        control={form.control}
        name="messagesCustomer"
        label={t('Email the customer')}
        hint={t('Sends your usual messages: order placed, shipped and delivered')}
      />
    </>
  )
}
