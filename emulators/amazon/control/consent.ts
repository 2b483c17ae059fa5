import { z } from 'zod'
import { issueCode, revokeTokens } from '../lwa/tokens.ts'
import { BadCommand, findSeller, readCommand, type Command } from './command.ts'

const Consent = z.strictObject({ sellerId: z.string(), redirectUri: z.string().exactOptional() })
const Withdrawal = z.strictObject({ sellerId: z.string() })

export const consentCommands: Command[] = [
  {
    /** What pressing Authorize on the consent page gives. */
    method: 'POST',
    path: '/_control/authorize',
    answer(order) {
      const { emulator } = order
      const { sellerId, redirectUri = emulator.client.redirectUri } = readCommand(Consent, order)
      if (redirectUri === undefined) throw new BadCommand(400, 'redirectUri: none is registered, so say which.')
      const seller = findSeller(emulator, sellerId)
      const code = issueCode(emulator.state.tokens, { sellerId: seller.id, redirectUri }, emulator.clock.now())
      return { sellingPartnerId: seller.id, code, redirectUri }
    },
  },
  {
    /** As when the seller withdraws the consent in Seller Central. */
    method: 'POST',
    path: '/_control/revoke',
    answer(order) {
      const seller = findSeller(order.emulator, readCommand(Withdrawal, order).sellerId)
      revokeTokens(order.emulator.state.tokens, seller.id)
      return { revoked: seller.id }
    },
  },
]
