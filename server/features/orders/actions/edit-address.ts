import { type AddressFields, type AddressInput, addressProblems } from '#contract/addresses.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, inEnglish, joinMessages, type Message, say } from '#contract/i18n.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/ids.ts'
import { resolveAttention } from '../attention/attention.ts'
import { hashAddress } from '../intake/buyers.ts'
import { toAddressRow } from '../intake/customers.ts'
import { findAddresses, lockIntake } from '../intake/queries.ts'
import { lockForAction, orderAction, recordAction } from '../order-action.ts'
import { getOrderOrThrow, getShippingAddressOrThrow } from '../order-detail-queries.ts'
import { assertNotErased, setFulfillAfter, updateOrder } from '../order-queries.ts'
import { decryptAddress } from '../personal-data.ts'

type AddressCorrection = AddressInput & { orderId: string }

export const editAddress = orderAction(correctAddress)

/**
 * The channel's address hash is kept, so that the correction stands until the channel sends another address. Saving the
 * address unchanged confirms it.
 */
async function correctAddress(tx: Tx, ctx: CompanyContext, { orderId, ...address }: AddressCorrection): Promise<void> {
  const { companyId } = ctx
  await lockIntake(tx, companyId)
  await lockForAction(tx, ctx, 'edit_address', orderId)
  await assertNotErased(tx, companyId, orderId)
  assertDeliverable(address)
  const known = await getShippingAddressOrThrow(tx, companyId, orderId)
  const changed = changedAddressFields(known.address && decryptAddress(ctx, known.address), address)
  if (changed.length > 0) {
    await updateOrder(tx, companyId, orderId, {
      ...(await upsertAddress(tx, ctx, known.customerId, address)),
      channelAddressHash: known.channelAddressHash ?? known.addressHash,
    })
  }
  const hasWaited = await resolveBadAddress(tx, ctx, orderId)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.edit-address',
    event: 'order.address_changed',
    description:
      changed.length > 0
        ? say('Corrected the shipping address: {fields}.', { fields: joinMessages(changed, ', ') })
        : say('Confirmed the shipping address.'),
    after: { changed: changed.map(inEnglish) },
    ...(hasWaited && { reason: await sendingNote(tx, companyId, orderId) }),
  })
}

function assertDeliverable(address: AddressInput): void {
  const fields = addressProblems(address).map(({ field, message }) => ({ field, message: asMessage(message) }))
  if (fields.length === 0) return
  const problems = joinMessages(
    fields.map(({ message }) => message),
    '; ',
  )
  throw new AppError('invalid', say('{problems}.', { problems }), fields)
}

const fieldLabels: Record<keyof AddressInput, Message> = {
  recipientName: say('recipient'),
  line1: say('street'),
  line2: say('second line'),
  city: say('city'),
  state: say('state'),
  postalCode: say('postal code'),
  country: say('country'),
}

/** Labels of the changed fields, without their values: the timeline holds no personal data. */
const changedAddressFields = (before: AddressFields | null, after: AddressInput): Message[] =>
  (Object.keys(fieldLabels) as (keyof AddressInput)[])
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => fieldLabels[field])

type StoredAddressIds = { customerId: string; shippingAddressId: string }

/** Finds or inserts the address among those of the order's customer. An order without a customer gets a new one. */
async function upsertAddress(
  tx: Tx,
  ctx: CompanyContext,
  knownCustomerId: string | null,
  address: AddressInput,
): Promise<StoredAddressIds> {
  const { companyId } = ctx
  const customerId = knownCustomerId ?? (await insertCustomer(tx, companyId))
  const addressHash = hashAddress(ctx, address)
  const [known] = await findAddresses(tx, companyId, [{ customerId, addressHash }])
  if (known) return { customerId, shippingAddressId: known.id }
  const id = newId()
  await tx
    .insert(customerAddresses)
    .values(toAddressRow(ctx, id, { address, customerId, addressHash, isDefault: knownCustomerId === null }))
  return { customerId, shippingAddressId: id }
}

async function insertCustomer(tx: Tx, companyId: string): Promise<string> {
  const id = newId()
  await tx.insert(customers).values({ companyId, id })
  return id
}

/** The order leaves the list of what needs attention, so its timeline says that it is not sent by that. */
async function sendingNote(tx: Tx, companyId: string, orderId: string): Promise<Message> {
  const { fulfillAfter } = await getOrderOrThrow(tx, companyId, orderId)
  return fulfillAfter === null ? say('Not sent yet.') : say('Not sent yet. It is sent automatically.')
}

/** Returns whether the order waited for the correction. */
async function resolveBadAddress(tx: Tx, ctx: CompanyContext, orderId: string): Promise<boolean> {
  const at = ctx.clock.now()
  const items = [{ orderId, code: 'bad_address' as const }]
  const resolution = 'The address was corrected'
  const resolved = await resolveAttention(tx, ctx.companyId, items, { at, resolution })
  if (resolved.length > 0) await publishAttentionChange(tx, ctx)
  await setFulfillAfter(tx, ctx.companyId, [orderId], at)
  return resolved.length > 0
}
