import type { Call } from '../operation.ts'
import { denied } from '../refusal.ts'

/** Everybody may only see and change what is theirs. */
export function assertOwner({ params, seller }: Call): void {
  if (params['sellerId'] === seller.id) return
  throw denied()
}
