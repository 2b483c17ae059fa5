import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createShop } from '../world.ts'
import { BadCommand, findShop, readCommand, type Command } from './command.ts'

const metaId = z.string().regex(/^\d{5,20}$/)
const NewShop = z.strictObject({ accountId: metaId, catalogId: metaId, name: z.string().min(1) })

/** As long and as opaque as Meta's own. */
export const makeToken = () => `EAAB${randomBytes(40).toString('base64url')}`

export const shopCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/shops',
    answer: ({ emulator }) => ({
      shops: emulator.state.shops.map(({ accountId, catalogId, name, tokens }) => ({
        accountId,
        catalogId,
        name,
        tokens,
      })),
    }),
  },
  {
    method: 'POST',
    path: '/_control/shops',
    answer(told) {
      const given = readCommand(NewShop, told)
      const { shops } = told.emulator.state
      const taken = shops.flatMap(({ accountId, catalogId }) => [accountId, catalogId])
      if (taken.includes(given.accountId) || taken.includes(given.catalogId)) throw new BadCommand(409, 'Taken.')
      const shop = createShop({ ...given, tokens: [makeToken()] })
      shops.push(shop)
      return { ...given, tokens: shop.tokens }
    },
  },
  {
    method: 'DELETE',
    path: '/_control/shops/:accountId/tokens',
    answer(told) {
      findShop(told).tokens = []
      return { tokens: [] }
    },
  },
  {
    method: 'POST',
    path: '/_control/shops/:accountId/tokens',
    answer(told) {
      const token = makeToken()
      findShop(told).tokens.push(token)
      return { token }
    },
  },
  {
    method: 'GET',
    path: '/_control/shops/:accountId/items',
    answer: (told) => ({ items: findShop(told).items }),
  },
]
