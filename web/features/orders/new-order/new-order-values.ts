import { type FieldErrors, type Resolver, set, type UseFormReturn } from 'react-hook-form'
import { type AddressInput, addressProblems } from '#contract/addresses.ts'
import type { SkuChoice } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { ManualOrderInput } from '#contract/manual-orders.ts'
import { toMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { withDecimalMark, withDecimalPoint } from '#contract/parse-number.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'

/** A line as it is typed. What is in stock is unknown for lines of a copied order. */
export type LineValues = Pick<SkuChoice, 'skuId' | 'sku' | 'title'> & {
  sellable: number | null
  quantity: string
  unitPrice: string
}

export type NewOrderValues = {
  requestId: string
  number: string
  customerId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  address: Record<keyof AddressInput, string>
  items: LineValues[]
  /** Items and shipping cost nothing. */
  isFree: boolean
  shippingAmount: string
  currency: string
  shippingSpeed: ShippingSpeed
  notes: string
  messagesCustomer: boolean
  replacesOrderId: string
}

export type NewOrderFormState = UseFormReturn<NewOrderValues, unknown, ManualOrderInput>

const emptyAddress = { recipientName: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: 'US' }

/** Of an empty form, or of one that replaces an order free of charge. Lines of an unknown SKU can't be copied. */
export function valuesOf(original: OrderDetail | undefined): NewOrderValues {
  const items = (original?.items ?? []).flatMap(({ skuId, ownSku, sku, title, quantity }): LineValues[] =>
    skuId === null
      ? []
      : [{ skuId, sku: ownSku ?? sku, title: title ?? '', sellable: null, quantity: String(quantity), unitPrice: '' }],
  )
  return {
    requestId: randomUuid(),
    number: '',
    ...contactOf(original),
    items,
    isFree: original !== undefined,
    shippingAmount: '',
    currency: original?.currency ?? '',
    shippingSpeed: original?.shippingSpeed ?? 'standard',
    notes: '',
    messagesCustomer: false,
    replacesOrderId: original?.id ?? '',
  }
}

/** Customer and address as an order has them. */
export function contactOf(order: OrderDetail | undefined) {
  const { customer, shippingAddress, customerName } = order ?? {}
  const known = Object.entries(emptyAddress).map(([name, empty]) => [
    name,
    shippingAddress?.[name as keyof AddressInput] ?? empty,
  ])
  const address = Object.fromEntries(known) as NewOrderValues['address']
  return {
    customerId: customer?.id ?? '',
    firstName: customer?.firstName ?? '',
    lastName: customer?.lastName ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    address: { ...address, recipientName: address.recipientName || (customerName ?? '') },
  }
}

export const toLine = ({ skuId, sku, title, sellable, price }: SkuChoice): LineValues => ({
  skuId,
  sku,
  title,
  sellable,
  quantity: '1',
  unitPrice: withDecimalMark(price ?? ''),
})

/** Items and shipping, as far as amounts are typed. */
export function totalOf({
  items,
  shippingAmount,
  isFree,
}: Pick<NewOrderValues, 'items' | 'shippingAmount' | 'isFree'>): string {
  if (isFree) return '0.00'
  const lines = items.reduce((sum, { quantity, unitPrice }) => sum + amountOf(quantity) * amountOf(unitPrice), 0)
  return toMoney(lines + amountOf(shippingAmount))
}

const amountOf = (text: string): number => {
  const amount = Number(withDecimalPoint(text.trim()))
  return Number.isFinite(amount) && amount > 0 ? amount : 0
}

/** What is sent: without a recipient the customer is the recipient. */
function toInput({ items, isFree, shippingAmount, ...values }: NewOrderValues) {
  const { firstName, lastName, address } = values
  const recipientName = address.recipientName.trim() || [firstName, lastName].join(' ').trim()
  return {
    ...values,
    number: values.number.trim() || null,
    customerId: values.customerId || null,
    email: values.email.trim() || null,
    currency: values.currency || undefined,
    replacesOrderId: values.replacesOrderId || null,
    address: { ...address, recipientName },
    shippingAmount: isFree ? '0.00' : withDecimalPoint(shippingAmount.trim()) || '0.00',
    items: items.map(({ skuId, quantity, unitPrice }) => ({
      skuId,
      quantity: quantity.trim() === '' ? 0 : Number(quantity),
      unitPrice: isFree ? '0.00' : withDecimalPoint(unitPrice.trim()),
    })),
  }
}

/** Checks by the server's rules, addresses in its words for people. */
export const newOrderResolver: Resolver<NewOrderValues, unknown, ManualOrderInput> = (values) => {
  const input = toInput(values)
  const parsed = ManualOrderInput.safeParse(input)
  const problems = [
    ...(values.items.length === 0 ? [{ path: 'items', message: t('Add at least one item') }] : []),
    ...addressProblems(input.address).map(({ field, message }) => ({ path: `address.${field}`, message })),
    ...(parsed.error?.issues ?? [])
      .filter(({ path }) => path[0] !== 'address' && path.length !== (path[0] === 'items' ? 1 : 0))
      .map(({ path, message }) => ({ path: path.join('.'), message: inWords(path, message) })),
  ]
  if (parsed.success && problems.length === 0) return { values: parsed.data, errors: {} }
  const errors: FieldErrors<NewOrderValues> = {}
  // In reverse, so that the first problem of a field wins.
  for (const { path, message } of problems.toReversed()) set(errors, path, { type: 'order', message })
  return { values: {}, errors }
}

/** Rules of amounts and quantities are written for programs: "must be at least 1". */
const fieldRules: Readonly<Record<string, string>> = {
  quantity: t('Enter a whole number from 1 to {most}', { most: 100_000 }),
  unitPrice: t('Enter a price such as 19.00'),
  shippingAmount: t('Enter an amount such as 19.00'),
}

function inWords(path: readonly PropertyKey[], message: string): string {
  if (!message.startsWith('must ')) return message
  return fieldRules[String(path.at(-1))] ?? message
}
