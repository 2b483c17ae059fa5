import { z } from 'zod'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { createSeller, type Seller } from '../world.ts'
import { BadOrder, readOrder, type Command } from './command.ts'

const NewSeller = z.strictObject({
  id: z.string().regex(/^[A-Z0-9]{6,20}$/),
  name: z.string().min(1),
  endpoint: z.enum(['na', 'eu', 'fe']),
  marketplaceIds: z.array(z.string()).min(1),
  hasFba: z.boolean().default(true),
})

export const sellerCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/sellers',
    answer: ({ standIn }) => ({ sellers: Object.values(standIn.world.sellers).map(present) }),
  },
  {
    method: 'POST',
    path: '/_control/sellers',
    answer(order) {
      const { hasFba, ...given } = readOrder(NewSeller, order)
      const { sellers } = order.standIn.world
      if (sellers[given.id]) throw new BadOrder(409, `There is a seller ${given.id} already.`)
      const foreign = given.marketplaceIds.find((id) => findMarketplace(id)?.endpoint !== given.endpoint)
      if (foreign) throw new BadOrder(400, `${foreign} is no marketplace of ${given.endpoint}.`)
      const seller = { ...createSeller(given), hasFba }
      sellers[seller.id] = seller
      return present(seller)
    },
  },
]

const present = ({ id, name, endpoint, marketplaceIds, hasFba, stock }: Seller) => ({
  id,
  name,
  endpoint,
  marketplaceIds,
  hasFba,
  stocked: Object.fromEntries(marketplaceIds.map((place) => [place, Object.keys(stock[place] ?? {}).length])),
})
