import { z } from 'zod'
import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import { assertOwner } from './check-owner.ts'
import { AttributeValues, PatchList, RequirementSet } from './submission.ts'
import { submitChange } from './submit.ts'

const PutBody = z.object({
  productType: z.string().min(1),
  requirements: RequirementSet.optional(),
  attributes: AttributeValues,
})
const PatchBody = z.object({ productType: z.string().min(1), patches: PatchList })

export function putListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call, 1)
  const { requirements = 'LISTING', ...body } = readBody(PutBody, call.body, 'BAD_REQUEST')
  return submitChange(call, read, marketplaceIds, { kind: 'put', requirements, ...body })
}

export function patchListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call)
  return submitChange(call, read, marketplaceIds, { kind: 'patch', ...readBody(PatchBody, call.body, 'BAD_REQUEST') })
}

export function deleteListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call, 1)
  return submitChange(call, read, marketplaceIds, { kind: 'delete' })
}

function readTarget(call: Call, mostMarketplaces?: number) {
  assertOwner(call)
  const read = parametersOf(call.query, 'BAD_REQUEST')
  const sku = call.params['sku'] ?? ''
  if (sku.length > 40) throw read.refuse("'sku' has more than 40 characters.")
  return { read, marketplaceIds: readMarketplaces(read, call.seller, mostMarketplaces) }
}
