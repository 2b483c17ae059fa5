import { z } from 'zod'
import { AddressInput } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { email, Id, line, optionalText } from './fields.ts'
import { t } from './i18n.ts'
import { currencyCode, lineQuantity, linesOf, lineUnitPrice } from './intake.ts'
import { OrderRow, stepAccess } from './order-row.ts'
import { shippingSpeeds } from './order-status.ts'

/** The number that a company gives an order of its own. */
export const ownOrderNumber = line(t('Order number'), 100).refine(
  (number) => !/^#?LS-\d+$/i.test(number),
  t('Numbers that start with LS- are assigned by Lockstep. Choose another one, or leave it empty'),
)

/** An order that a person enters: by phone, at a fair, or in place of one that arrived broken. */
export const ManualOrderInput = z.strictObject({
  /** Idempotency key, made when the form opens: a double click or a retry enters the order once. */
  requestId: Id,
  /** Left out, the order has only the number that it gets here. */
  number: ownOrderNumber.nullish(),
  /** A customer that was found; counts without an email address, which finds the customer by itself. */
  customerId: Id.nullish(),
  firstName: optionalText(t('First name'), 100).optional(),
  lastName: optionalText(t('Last name'), 100).optional(),
  email: email.nullish(),
  phone: optionalText(t('Phone'), 40).optional(),
  address: AddressInput,
  items: linesOf(z.strictObject({ skuId: Id, quantity: lineQuantity, unitPrice: lineUnitPrice })),
  shippingAmount: lineUnitPrice.default('0.00'),
  /** Defaults to the company's. */
  currency: currencyCode.optional(),
  shippingSpeed: z.enum(shippingSpeeds).default('standard'),
  notes: optionalText(t('Note'), 2_000).optional(),
  messagesCustomer: z.boolean().default(false),
  /** The order that it replaces. */
  replacesOrderId: Id.nullish(),
})
export type ManualOrderInput = z.output<typeof ManualOrderInput>

export const manualOrdersApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/orders/manual',
    summary: 'Enter an order by hand. The same requestId again answers the order that is there (isNew: false)',
    access: stepAccess,
    scope: 'company',
    body: ManualOrderInput,
    reply: OrderRow.extend({ isNew: z.boolean() }),
    status: 201,
    repeatStatus: 200,
  }),
}
