import { z } from 'zod'
import { issueCode, revokeTokens } from '../lwa/tokens.ts'
import { BadOrder, findSeller, readOrder, type Command } from './command.ts'

const Consent = z.strictObject({ sellerId: z.string(), redirectUri: z.string().exactOptional() })
const Withdrawal = z.strictObject({ sellerId: z.string() })

export const consentCommands: Command[] = [
  {
    /** What pressing Authorize on the consent page gives. */
    method: 'POST',
    path: '/_control/authorize',
    answer(order) {
      const { standIn } = order
      const { sellerId, redirectUri = standIn.client.redirectUri } = readOrder(Consent, order)
      if (redirectUri === undefined) throw new BadOrder(400, 'redirectUri: none is registered, so say which.')
      const seller = findSeller(standIn, sellerId)
      const code = issueCode(standIn.world.tokens, { sellerId: seller.id, redirectUri }, standIn.clock.now())
      return { sellingPartnerId: seller.id, code, redirectUri }
    },
  },
  {
    /** As when the seller withdraws the consent in Seller Central. */
    method: 'POST',
    path: '/_control/revoke',
    answer(order) {
      const seller = findSeller(order.standIn, readOrder(Withdrawal, order).sellerId)
      revokeTokens(order.standIn.world.tokens, seller.id)
      return { revoked: seller.id }
    },
  },
]
