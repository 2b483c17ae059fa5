import { maskedText } from '#contract/masking.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { recordPersonalDataViews as noteViewsOf } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { maskEmail, maskPhone, seesMasked } from '#server/platform/redaction.ts'

type VaultScope = Pick<CompanyContext, 'vault' | 'companyId'>

type PersonalColumn = `customers.${'email' | 'phone'}` | `customer_addresses.${'line1' | 'line2'}`

export const encryptPersonal = (
  scope: VaultScope,
  column: PersonalColumn,
  id: string,
  plain: string | null,
): string | null =>
  plain === null ? null : scope.vault.encrypt(plain, encryptionContext(column, { companyId: scope.companyId, id }))

export const decryptPersonal = (
  scope: VaultScope,
  column: PersonalColumn,
  id: string,
  encrypted: string | null,
): string | null =>
  encrypted === null
    ? null
    : scope.vault.decrypt(encrypted, encryptionContext(column, { companyId: scope.companyId, id }))

type EncryptedContact = { id: string; email: string | null; phone: string | null; firstName: string | null }

/** Decrypted contact for messages; empty for an order without a customer. */
export const decryptContact = (scope: VaultScope, customer: EncryptedContact | null) => ({
  id: customer?.id ?? null,
  email: customer && decryptPersonal(scope, 'customers.email', customer.id, customer.email),
  phone: customer && decryptPersonal(scope, 'customers.phone', customer.id, customer.phone),
  firstName: customer?.firstName ?? null,
})

type EncryptedStreet = { id: string; line1: string | null; line2: string | null }

export const decryptAddress = <Address extends EncryptedStreet>(scope: VaultScope, address: Address): Address => ({
  ...address,
  line1: decryptPersonal(scope, 'customer_addresses.line1', address.id, address.line1),
  line2: decryptPersonal(scope, 'customer_addresses.line2', address.id, address.line2),
})

/** Masked form of a personal value. */
export function maskPersonal(column: PersonalColumn, text: string | null): string | null {
  if (text === null) return null
  switch (column) {
    case 'customers.email':
      return maskEmail(text)
    case 'customers.phone':
      return maskPhone(text)
    case 'customer_addresses.line1':
    case 'customer_addresses.line2':
      return maskedText
  }
}

type HeldRow = Pick<OrderDetail, 'channelHold'>

/** An order with why its channel keeps it back: in the reader's language, or masked, because it may be in the words of the channel's people. */
export const showChannelHold = <Row extends HeldRow>(ctx: CompanyContext, row: Row): Row => ({
  ...row,
  channelHold: row.channelHold && {
    ...row.channelHold,
    reason: seesMasked(ctx) ? maskedText : translateStored(ctx, row.channelHold.reason),
  },
})

type WrittenTexts = Pick<OrderDetail, 'notes' | 'holdReason' | 'timeline' | 'items'>

/** Masks what customers and colleagues wrote about an order, which may hold anything. Sentences of Lockstep and Amazon stay. */
export function maskWrittenTexts<Order extends WrittenTexts>(order: Order): Order {
  const timeline = order.timeline.map((entry) => (isWrittenByPerson(entry) ? { ...entry, reason: maskedText } : entry))
  const isOurHold = timeline.some(({ event, reason }) => event === 'order.held' && reason === order.holdReason)
  return {
    ...order,
    timeline,
    items: order.items.map((line) => ({
      ...line,
      properties: line.properties.map(({ name }) => ({ name, value: maskedText })),
    })),
    notes: order.notes && maskedText,
    holdReason: order.holdReason && !isOurHold ? maskedText : order.holdReason,
  }
}

/** Events that a person may cause and whose reason is a sentence of ours or Amazon's. */
const eventsInOurWords: ReadonlySet<string> = new Set([
  'order.restored',
  'attention.raised',
  'fulfillment.cancelled',
  'fulfillment.unfulfillable',
])

const isWrittenByPerson = ({ event, reason, actorType }: OrderDetail['timeline'][number]): boolean =>
  reason !== null &&
  (event === 'order.held_by_channel' || (actorType !== 'job' && actorType !== 'system' && !eventsInOurWords.has(event)))

export const recordOrderViews = (
  tx: Tx,
  ctx: CompanyContext,
  action: 'order.view' | 'order.view-recent',
  orderIds: string[],
): Promise<void> => noteViewsOf(tx, ctx, { action, resource: 'order', resourceIds: orderIds })
