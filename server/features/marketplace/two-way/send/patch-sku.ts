import type { ListingPatch, ListingWriteResult } from '#server/ports/listings.ts'
import type { TwoWaySync } from '../two-way.ts'
import { toAnswers, toSendResult, type ChangeAnswer } from './answers.ts'
import { pickFields } from './patch-of.ts'
import { fieldsOf, type PreparedPatch } from './prepare-patches.ts'

type ListingsAccess = Pick<TwoWaySync, 'account' | 'listings'>

/** Amazon refuses a patch whole for one bad field of it; then each field is sent by itself. */
export async function patchSku(
  speaker: ListingsAccess,
  marketplaceId: string,
  prepared: PreparedPatch,
): Promise<ChangeAnswer[]> {
  const { patch, changes } = prepared
  const answer = await sendPatch(speaker, marketplaceId, patch)
  if (answer.isAccepted || changes.length === 1) return toAnswers(changes, answer)
  const answers: ChangeAnswer[] = []
  for (const change of changes) {
    const values = pickFields(patch.values, fieldsOf([change]))
    answers.push(...toAnswers([change], await sendPatch(speaker, marketplaceId, { ...patch, values })))
  }
  return answers
}

const sendPatch = (
  { account, listings }: ListingsAccess,
  marketplaceId: string,
  patch: ListingPatch,
): Promise<ListingWriteResult> => listings.patch(account, marketplaceId, patch).catch(toSendResult)
