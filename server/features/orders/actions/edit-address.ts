import { addressProblems, type AddressInput } from '#contract/addresses.ts'
import { AppError } from '#contract/errors.ts'
import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { resolveAttention } from '../attention/resolve-attention.ts'
import { decryptAddress } from '../personal-data.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { assertNotErased } from '../queries/erased-order.ts'
import { lockIntake } from '../queries/intake.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { getShippingAddressOrThrow } from '../queries/whereabouts.ts'
import { changedAddressFields } from './changed-fields.ts'
import { upsertAddress } from './keep-address.ts'
import { recordAction } from './note-step.ts'
import { orderAction, lockForAction } from './take-step.ts'

type AddressCorrection = AddressInput & { orderId: string }

/**
 * What the channel told stays noted, so that the correction stands until the channel tells another address. Saving it
 * unchanged is a person's word that it is right.
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
  await resolveBadAddress(tx, ctx, orderId)
  await recordAction(tx, ctx, {
    orderId,
    action: 'order.edit-address',
    event: 'order.address_changed',
    description:
      changed.length > 0 ? `Corrected the shipping address: ${changed.join(', ')}.` : 'Confirmed the shipping address.',
    after: { changed },
  })
}

export const editAddress = orderAction(correctAddress)

function assertDeliverable(address: AddressInput): void {
  const problems = addressProblems(address)
  if (problems.length === 0) return
  const sentence = problems.map(({ message }) => message).join('; ')
  throw new AppError('invalid', `${sentence}.`, problems)
}

async function resolveBadAddress(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const at = ctx.clock.now()
  const items = [{ orderId, code: 'bad_address' as const }]
  const resolution = 'The address was corrected'
  const resolved = await resolveAttention(tx, ctx.companyId, items, { at, resolution })
  if (resolved.length > 0) await publishAttentionChange(tx, ctx)
  await setFulfillAfter(tx, ctx.companyId, [orderId], at)
}
