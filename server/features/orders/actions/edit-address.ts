import { problemsOfAddress, type AddressInput } from '#contract/addresses.ts'
import { AppError } from '#contract/errors.ts'
import { announceAttention } from '#server/features/channels/announce-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { resolveAttention } from '../attention/resolve-attention.ts'
import { openAddress } from '../personal-data.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { refuseErased } from '../queries/erased-order.ts'
import { lockIntake } from '../queries/intake.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { getWhereaboutsOrThrow } from '../queries/whereabouts.ts'
import { changedFields } from './changed-fields.ts'
import { keepAddress } from './keep-address.ts'
import { noteStep } from './note-step.ts'
import { asCall, lockForAction } from './take-step.ts'

type Correction = AddressInput & { orderId: string }

/**
 * What the channel told stays noted, so that the correction stands until the channel tells another address. Saving it
 * unchanged is a person's word that it is right.
 */
async function correctAddress(tx: Tx, ctx: CompanyContext, { orderId, ...address }: Correction): Promise<void> {
  const { companyId } = ctx
  await lockIntake(tx, companyId)
  await lockForAction(tx, ctx, 'edit_address', orderId)
  await refuseErased(tx, companyId, orderId)
  refuseUndeliverable(address)
  const known = await getWhereaboutsOrThrow(tx, companyId, orderId)
  const changed = changedFields(known.address && openAddress(ctx, known.address), address)
  if (changed.length > 0) {
    await updateOrder(tx, companyId, orderId, {
      ...(await keepAddress(tx, ctx, known.customerId, address)),
      channelAddressHash: known.channelAddressHash ?? known.addressHash,
    })
  }
  await settle(tx, ctx, orderId)
  await noteStep(tx, ctx, {
    orderId,
    action: 'order.edit-address',
    event: 'order.address_changed',
    description:
      changed.length > 0 ? `Corrected the shipping address: ${changed.join(', ')}.` : 'Confirmed the shipping address.',
    after: { changed },
  })
}

export const editAddress = asCall(correctAddress)

function refuseUndeliverable(address: AddressInput): void {
  const problems = problemsOfAddress(address)
  if (problems.length === 0) return
  const sentence = problems.map(({ message }) => message).join('; ')
  throw new AppError('invalid', `${sentence}.`, problems)
}

async function settle(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const at = ctx.clock.now()
  const settled = [{ orderId, code: 'bad_address' as const }]
  const resolution = 'The address was corrected'
  const resolved = await resolveAttention(tx, ctx.companyId, settled, { at, resolution })
  if (resolved.length > 0) await announceAttention(tx, ctx)
  await setFulfillAfter(tx, ctx.companyId, [orderId], at)
}
