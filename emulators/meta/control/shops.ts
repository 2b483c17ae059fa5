import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createShop } from '../world.ts'
import { BadCommand, findShop, readCommand, type Command } from './command.ts'

const id = z.string().regex(/^\d{5,20}$/)
const Opened = z.strictObject({ accountId: id, catalogId: id, name: z.string().min(1) })

/** As long and as opaque as Meta's own. */
export const makeToken = () => `EAAB${randomBytes(40).toString('base64url')}`

export const shopCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/shops',
    answer: ({ standIn }) => ({
      shops: standIn.world.shops.map(({ accountId, catalogId, name, tokens }) => ({
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
      const given = readCommand(Opened, told)
      const { shops } = told.standIn.world
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
