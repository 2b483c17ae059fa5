import type { ListingPatch, SendResult } from '#server/ports/listings.ts'
import type { TwoWay } from '../two-way.ts'
import { toAnswers, toResult, type Answered } from './answers.ts'
import { pick } from './patch-of.ts'
import { fieldsOf, type Prepared } from './prepare-patches.ts'

type Speaker = Pick<TwoWay, 'account' | 'listings'>

/** Amazon refuses a patch whole for one bad field of it; then each field is sent by itself. */
export async function patchSku(speaker: Speaker, marketplaceId: string, prepared: Prepared): Promise<Answered[]> {
  const { patch, changes } = prepared
  const answer = await send(speaker, marketplaceId, patch)
  if (answer.isAccepted || changes.length === 1) return toAnswers(changes, answer)
  const answers: Answered[] = []
  for (const change of changes) {
    const values = pick(patch.values, fieldsOf([change]))
    answers.push(...toAnswers([change], await send(speaker, marketplaceId, { ...patch, values })))
  }
  return answers
}

const send = ({ account, listings }: Speaker, marketplaceId: string, patch: ListingPatch): Promise<SendResult> =>
  listings.patch(account, marketplaceId, patch).catch(toResult)
